-- What a server has made once for all servers of this database, and tells to none but them.
CREATE TABLE secrets (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);
