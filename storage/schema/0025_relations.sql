-- Whom an account follows, or blocks: never both.
CREATE TABLE relations (
  user_id TEXT   NOT NULL,
  other   TEXT   NOT NULL,
  kind    TEXT   NOT NULL,
  since   BIGINT NOT NULL,
  PRIMARY KEY (user_id, other)
);
CREATE INDEX relations_by_other ON relations (other, user_id);
-- The account's friends are not told when it is here.
ALTER TABLE accounts ADD COLUMN hidden INT NOT NULL DEFAULT 0;
