-- Chapters that several people write. The first member of a study stands in its own row.
CREATE TABLE studies (
  id         TEXT   NOT NULL PRIMARY KEY,
  user_id    TEXT   NOT NULL,
  user_name  TEXT   NOT NULL,
  name       TEXT   NOT NULL,
  visibility TEXT   NOT NULL,
  created    BIGINT NOT NULL
);
CREATE INDEX studies_by_user ON studies (user_id, created);
CREATE TABLE study_members (
  study   TEXT NOT NULL REFERENCES studies (id),
  number  INT  NOT NULL,
  user_id TEXT NOT NULL,
  name    TEXT NOT NULL,
  role    TEXT NOT NULL,
  PRIMARY KEY (study, number)
);
CREATE UNIQUE INDEX study_members_by_user ON study_members (user_id, study);
CREATE TABLE chapters (
  study      TEXT NOT NULL REFERENCES studies (id),
  number     INT  NOT NULL,
  name       TEXT NOT NULL,
  game       TEXT NOT NULL,
  snapshot_v INT  NOT NULL,
  snapshot   TEXT NOT NULL,
  PRIMARY KEY (study, number)
);
-- Insert-only, as events are: of two writers with the same version one is refused.
CREATE TABLE chapter_edits (
  study     TEXT   NOT NULL,
  chapter   INT    NOT NULL,
  v         INT    NOT NULL,
  by_member INT    NOT NULL,
  edit      TEXT   NOT NULL,
  at        BIGINT NOT NULL,
  PRIMARY KEY (study, chapter, v),
  FOREIGN KEY (study, chapter) REFERENCES chapters (study, number)
);
