-- What the first moves of a game are called, as a code of the engine; '' where they have no name, and '?' in games of before: the
-- server looks at those when it has started.
ALTER TABLE games ADD COLUMN opening_code TEXT NOT NULL DEFAULT '?';
CREATE INDEX games_by_opening ON games (opening_code, created) WHERE opening_code <> '';
