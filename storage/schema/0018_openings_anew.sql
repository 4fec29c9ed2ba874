-- Openings of Xiangqi have other names and more of them. Finished games are looked at with what 0019 makes the server look for: here no
-- row of theirs is written or read, for a start waits for this however many there are. (Of indexes by game none is of use then.)
UPDATE games SET opening_code = '?' WHERE status = 'playing' AND game || '' = 'xiangqi';
