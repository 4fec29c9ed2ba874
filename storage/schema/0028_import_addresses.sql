-- Whoever goes on with a file knows who pays for what it keeps: an address while the file waits, else nothing.
ALTER TABLE library_imports ADD COLUMN address TEXT NOT NULL DEFAULT '';
