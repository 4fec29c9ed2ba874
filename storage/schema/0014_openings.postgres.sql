-- To PostgreSQL what 0014_openings.sql is to SQLite.
ALTER TABLE games ADD COLUMN opening_code TEXT NOT NULL DEFAULT '?';
CREATE INDEX games_by_opening ON games (opening_code, created, id) WHERE opening_code <> '';
