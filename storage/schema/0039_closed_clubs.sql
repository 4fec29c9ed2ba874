-- The name of a club that an act has closed; empty: it is about none.
ALTER TABLE moderation_log ADD COLUMN club TEXT NOT NULL DEFAULT '';
