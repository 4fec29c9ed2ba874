-- Games that were played elsewhere: the format of the file that they came from, and what it says they were part of.
ALTER TABLE games ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN event TEXT NOT NULL DEFAULT '';
