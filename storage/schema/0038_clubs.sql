-- Accounts that play together. The owner is one of the members, whose number is `members`.
CREATE TABLE clubs (
  id          TEXT   NOT NULL PRIMARY KEY,
  user_id     TEXT   NOT NULL,
  name        TEXT   NOT NULL,
  folded      TEXT   NOT NULL,
  description TEXT   NOT NULL,
  joining     TEXT   NOT NULL,
  members     BIGINT NOT NULL,
  created     BIGINT NOT NULL,
  keyed_by    TEXT   NOT NULL
);
CREATE INDEX clubs_by_members ON clubs (members, id);
CREATE INDEX clubs_by_user ON clubs (user_id);
-- What names are found by, as those of accounts: a key is one club's alone. `keyed_by` says by which rules.
CREATE TABLE club_names (
  key  TEXT NOT NULL PRIMARY KEY,
  club TEXT NOT NULL REFERENCES clubs (id)
);
CREATE INDEX club_names_by_club ON club_names (club);
-- "member", or "asked": waits for the owner's answer.
CREATE TABLE club_members (
  club    TEXT   NOT NULL REFERENCES clubs (id),
  user_id TEXT   NOT NULL,
  role    TEXT   NOT NULL,
  since   BIGINT NOT NULL,
  PRIMARY KEY (club, user_id)
);
CREATE INDEX club_members_by_user ON club_members (user_id, club);
CREATE INDEX club_members_by_since ON club_members (club, role, since, user_id);
-- Empty: of no club. One that was closed is named by its tournaments still.
ALTER TABLE tournaments ADD COLUMN club TEXT NOT NULL DEFAULT '';
CREATE INDEX tournaments_by_club ON tournaments (club, created, id) WHERE club <> '';
