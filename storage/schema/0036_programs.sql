-- Whether a program plays for a user: said when its account is made, and never altered. Programs are rated among themselves.
ALTER TABLE users ADD COLUMN program INT NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN program INT NOT NULL DEFAULT 0;
DROP INDEX ratings_by_strength;
CREATE INDEX ratings_by_strength ON ratings (game, speed, program, rating, deviation, user_id);
