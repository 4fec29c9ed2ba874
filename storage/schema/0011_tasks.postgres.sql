-- Thoughts that servers have others think for them: bots' turns and positions to be analysed. None is worth anything after a crash, so nothing is
-- logged, no commit waits for a disk, and PostgreSQL empties the tables when it crashes. All times are the database's.
-- What an engine is (version and fingerprint); a server says it when it first sees a worker.
ALTER TABLE nodes ADD COLUMN engine TEXT NOT NULL DEFAULT '';

-- A row for each worker that lives, with an id of `node_epochs`.
CREATE UNLOGGED TABLE workers (
  id        BIGINT NOT NULL PRIMARY KEY,
  name      TEXT   NOT NULL,
  engine    TEXT   NOT NULL,
  threads   INT    NOT NULL,
  heartbeat TIMESTAMP WITH TIME ZONE NOT NULL
);
-- `node` is the epoch of who asks, `worker` who thinks about it (0: nobody yet), `tries` how many have begun. After `until` nobody begins.
CREATE UNLOGGED TABLE tasks (
  node     BIGINT NOT NULL,
  id       BIGINT NOT NULL,
  engine   TEXT   NOT NULL,
  urgency  INT    NOT NULL,
  question TEXT   NOT NULL,
  until    TIMESTAMP WITH TIME ZONE NOT NULL,
  worker   BIGINT NOT NULL DEFAULT 0,
  tries    INT    NOT NULL DEFAULT 0,
  answer   TEXT   NOT NULL DEFAULT '',
  PRIMARY KEY (node, id)
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
CREATE INDEX tasks_waiting ON tasks (urgency, until) WHERE worker = 0;
