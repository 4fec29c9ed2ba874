-- What names of accounts are found by: the name itself, and what the eye makes of it. A key is one account's alone. Accounts of
-- before have their names and their skeletons; the server makes the others when it has started. `keyed_by` says by which rules.
CREATE TABLE new_accounts (
  user_id  TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
  password TEXT NOT NULL,
  keyed_by TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE account_names (
  key     TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES accounts (user_id)
) WITHOUT ROWID;
CREATE INDEX account_names_by_user ON account_names (user_id);
INSERT INTO account_names SELECT users.name, user_id FROM accounts JOIN users ON users.id = user_id;
INSERT INTO account_names SELECT skeleton, user_id FROM accounts WHERE skeleton <> '' ON CONFLICT DO NOTHING;
INSERT INTO new_accounts (user_id, password) SELECT user_id, password FROM accounts ORDER BY user_id;
DROP TABLE accounts;
ALTER TABLE new_accounts RENAME TO accounts;

-- From where somebody has logged in to an account, hashed: strangers cannot keep a login from there out.
CREATE TABLE login_sites (
  user_id TEXT   NOT NULL REFERENCES accounts (user_id),
  site    TEXT   NOT NULL,
  seen    BIGINT NOT NULL,
  PRIMARY KEY (user_id, site)
) WITHOUT ROWID;
