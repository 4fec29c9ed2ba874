-- What stood on the board when a game ended, for lists; '' while it goes on, and '?' in games of before: the server looks at those,
-- with their openings, when it has started. Here no row is written.
ALTER TABLE games ADD COLUMN final_pos TEXT NOT NULL DEFAULT '?';
