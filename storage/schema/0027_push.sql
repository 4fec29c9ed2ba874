-- Browsers that take push messages: one of each session at most, which ends with it.
CREATE TABLE push_subscriptions (
  token    TEXT   NOT NULL PRIMARY KEY, -- tokens.hash
  user_id  TEXT   NOT NULL,
  endpoint TEXT   NOT NULL UNIQUE,
  p256dh   TEXT   NOT NULL,
  auth     TEXT   NOT NULL,
  language TEXT   NOT NULL,
  since    BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, since);

-- What an account wants to be told, where it is not what all are told.
CREATE TABLE push_settings (
  user_id     TEXT NOT NULL PRIMARY KEY,
  muted       TEXT NOT NULL, -- kinds, with blanks between them
  quiet_from  INT  NOT NULL, -- minutes of the day
  quiet_until INT  NOT NULL,
  zone        INT  NOT NULL  -- minutes east of UTC
);

-- Messages on their way, written with what they tell of.
CREATE TABLE push_messages (
  token    TEXT   NOT NULL, -- push_subscriptions.token
  kind     TEXT   NOT NULL,
  subject  TEXT   NOT NULL,
  game     TEXT   NOT NULL,
  name     TEXT   NOT NULL,
  due      BIGINT NOT NULL,
  expires  BIGINT NOT NULL,
  begun    INT    NOT NULL,
  failures INT    NOT NULL,
  PRIMARY KEY (token, kind, subject)
);
CREATE INDEX push_messages_by_subject ON push_messages (subject, kind);
CREATE INDEX push_messages_by_due ON push_messages (due);
CREATE INDEX push_messages_by_end ON push_messages (expires);
