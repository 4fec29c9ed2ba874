-- What may be done so often at all servers together: a row for each key of which something has been taken, hashed, for it has a name or an address in it. It is full
-- again at `full_at`, by the database's clock, and worth nothing from then on. After a crash all are full, so nothing is logged, and no commit waits for a disk.
CREATE UNLOGGED TABLE budgets (
  key     BYTEA NOT NULL PRIMARY KEY,
  full_at TIMESTAMP WITH TIME ZONE NOT NULL
);
