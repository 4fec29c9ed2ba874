-- Who keeps order here: "owner", or powers with blanks between them.
CREATE TABLE moderators (
  user_id TEXT   NOT NULL PRIMARY KEY,
  powers  TEXT   NOT NULL,
  since   BIGINT NOT NULL
);
-- What was decided against a user or an address. One that is lifted ends at that moment.
CREATE TABLE measures (
  id       TEXT   NOT NULL PRIMARY KEY,
  kind     TEXT   NOT NULL,
  subject  TEXT   NOT NULL,
  name     TEXT   NOT NULL,
  reason   TEXT   NOT NULL,
  by_user  TEXT   NOT NULL,
  since    BIGINT NOT NULL,
  until    BIGINT NOT NULL,
  appeal   TEXT   NOT NULL DEFAULT '',
  appealed BIGINT NOT NULL DEFAULT 0,
  answer   TEXT   NOT NULL DEFAULT '',
  answered BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX measures_of ON measures (subject, since);
CREATE INDEX measures_by_end ON measures (until);
CREATE INDEX open_appeals ON measures (appealed) WHERE appealed > 0 AND answered = 0;
-- Every act, by whom and why. Rows are added, and removed when they are old.
CREATE TABLE moderation_log (
  number  BIGINT NOT NULL PRIMARY KEY,
  at      BIGINT NOT NULL,
  by_user TEXT   NOT NULL,
  by_name TEXT   NOT NULL,
  act     TEXT   NOT NULL,
  subject TEXT   NOT NULL,
  name    TEXT   NOT NULL,
  game    TEXT   NOT NULL,
  until   BIGINT NOT NULL,
  reason  TEXT   NOT NULL
);
CREATE INDEX moderation_log_of ON moderation_log (by_user, at);
-- What was said around a reported line, and what was decided of it: the act, and when.
ALTER TABLE reports ADD COLUMN around TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN decided BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reports ADD COLUMN decision TEXT NOT NULL DEFAULT '';
CREATE INDEX open_reports ON reports (reported, said) WHERE decided = 0;
