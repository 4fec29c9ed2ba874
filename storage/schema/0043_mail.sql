-- Where accounts are written to by mail. Of an address that has ended the row stays without it: for the links in what was
-- mailed, and for the day that lies between two digests.
CREATE TABLE mail (
  user_id      TEXT   NOT NULL PRIMARY KEY,
  address      TEXT   NOT NULL, -- empty: none
  language     TEXT   NOT NULL,
  confirmed_at BIGINT NOT NULL, -- 0: not confirmed
  asked_at     BIGINT NOT NULL,
  code         TEXT   NOT NULL, -- that confirms the address, hashed; empty: none does
  stop_code    TEXT   NOT NULL, -- as it is: it ends mail, and does nothing else
  due_at       BIGINT NOT NULL, -- of the next digest; 0: there is nothing to tell
  sent_at      BIGINT NOT NULL, -- of the last digest, when it was begun
  mailed_until BIGINT NOT NULL, -- inbox.number
  tries        INT    NOT NULL  -- that failed, of the digest that is due
);
CREATE INDEX mail_by_code ON mail (code) WHERE code <> '';
CREATE INDEX mail_by_stop_code ON mail (stop_code);
CREATE INDEX mail_by_due ON mail (due_at) WHERE due_at > 0;

-- What was asked for within a day: the limits of mail that confirms addresses. Rows outlive address and account.
CREATE TABLE mail_asks (
  user_id TEXT   NOT NULL,
  address TEXT   NOT NULL, -- hashed
  at      BIGINT NOT NULL,
  written INT    NOT NULL, -- whether a mail was to leave
  PRIMARY KEY (user_id, address)
);
CREATE INDEX mail_asks_by_address ON mail_asks (address, at);
CREATE INDEX mail_asks_by_age ON mail_asks (at);
