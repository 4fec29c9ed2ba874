-- What an account is told of that came about while it was away: one of a kind and subject. Larger numbers are newer.
CREATE TABLE inbox (
  user_id TEXT   NOT NULL,
  number  BIGINT NOT NULL,
  kind    TEXT   NOT NULL,
  subject TEXT   NOT NULL,
  game    TEXT   NOT NULL,
  name    TEXT   NOT NULL,
  at      BIGINT NOT NULL,
  read    INT    NOT NULL,
  PRIMARY KEY (user_id, kind, subject)
);
CREATE INDEX inbox_by_number ON inbox (user_id, number);
CREATE INDEX inbox_by_subject ON inbox (subject, kind);
