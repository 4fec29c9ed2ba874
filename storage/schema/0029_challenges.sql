-- An account asks another one for a game. One that has ended is kept for a while, so that every server can tell how.
CREATE TABLE challenges (
  id          TEXT   NOT NULL PRIMARY KEY,
  from_user   TEXT   NOT NULL,
  to_user     TEXT   NOT NULL,
  wish        TEXT   NOT NULL,
  rating      INT    NOT NULL,
  provisional INT    NOT NULL,
  since       BIGINT NOT NULL,
  until       BIGINT NOT NULL,
  state       TEXT   NOT NULL,
  reason      TEXT   NOT NULL,
  game        TEXT   NOT NULL
);
CREATE INDEX challenges_from ON challenges (from_user, until);
CREATE INDEX challenges_to ON challenges (to_user, until);
CREATE INDEX challenges_by_end ON challenges (until);
-- By whom the account lets itself be challenged.
ALTER TABLE accounts ADD COLUMN challenged_by TEXT NOT NULL DEFAULT 'everyone';
