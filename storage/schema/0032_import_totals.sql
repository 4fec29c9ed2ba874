-- Games that the file has; 0 until it was opened.
ALTER TABLE library_imports ADD COLUMN total INT NOT NULL DEFAULT 0;
