-- Openings of Xiangqi have other names and more of them. Finished games are looked at with what 0019 makes the server look for: here no
-- row of theirs is written, for a start waits for this however many there are.
UPDATE games SET opening_code = '?' WHERE game = 'xiangqi' AND status = 'playing';
