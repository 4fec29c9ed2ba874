-- To PostgreSQL what 0015_names.sql is to SQLite.
CREATE TABLE account_names (
  key     TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES accounts (user_id)
);
CREATE INDEX account_names_by_user ON account_names (user_id);
INSERT INTO account_names SELECT users.name, user_id FROM accounts JOIN users ON users.id = user_id;
INSERT INTO account_names SELECT skeleton, user_id FROM accounts WHERE skeleton <> '' ON CONFLICT DO NOTHING;
ALTER TABLE accounts DROP COLUMN skeleton;
ALTER TABLE accounts ADD COLUMN keyed_by TEXT NOT NULL DEFAULT '';

CREATE TABLE login_sites (
  user_id TEXT   NOT NULL REFERENCES accounts (user_id),
  site    TEXT   NOT NULL,
  seen    BIGINT NOT NULL,
  PRIMARY KEY (user_id, site)
);
