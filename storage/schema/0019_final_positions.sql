-- What stood on the board when a game ended, for lists; '' while it goes on, and in games of before: the server looks at those, with
-- their openings, when it has started.
ALTER TABLE games ADD COLUMN final_pos TEXT NOT NULL DEFAULT '';
UPDATE games SET opening_code = '?' WHERE status = 'finished';
