-- Games that people own. Numbers of collections are free again when all that was in one has gone.
CREATE TABLE collections (
  number     INT    NOT NULL PRIMARY KEY,
  id         TEXT   NOT NULL UNIQUE,
  user_id    TEXT   NOT NULL,
  name       TEXT   NOT NULL,
  visibility TEXT   NOT NULL, -- 'removed' until its rows have gone
  created    BIGINT NOT NULL,
  games      INT    NOT NULL,
  bytes      BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX collections_by_user ON collections (user_id, number);
CREATE INDEX public_collections ON collections (number) WHERE visibility = 'public';
CREATE INDEX removed_collections ON collections (number) WHERE visibility = 'removed';

-- Insert-only, numbered 1, 2, 3, ... in each collection.
CREATE TABLE library_games (
  collection    INT    NOT NULL,
  number        INT    NOT NULL,
  game          TEXT   NOT NULL,
  rule          TEXT   NOT NULL,
  size          INT    NOT NULL,
  start_pos     TEXT   NOT NULL,
  first_name    TEXT   NOT NULL,
  second_name   TEXT   NOT NULL,
  first_rating  INT    NOT NULL,
  second_rating INT    NOT NULL,
  event         TEXT   NOT NULL,
  site          TEXT   NOT NULL,
  round         TEXT   NOT NULL,
  date          TEXT   NOT NULL,
  result        TEXT   NOT NULL,
  reason        TEXT   NOT NULL,
  opening_code  TEXT   NOT NULL,
  plies         INT    NOT NULL,
  moves         BLOB   NOT NULL,
  tree          BLOB   NOT NULL,
  digest        BIGINT NOT NULL,
  PRIMARY KEY (collection, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX library_games_by_digest ON library_games (collection, digest);
CREATE INDEX library_games_by_date ON library_games (collection, date);
CREATE INDEX library_games_by_plies ON library_games (collection, plies);
CREATE INDEX library_games_by_first_name ON library_games (collection, first_name);
CREATE INDEX library_games_by_second_name ON library_games (collection, second_name);

-- What is made from the games again when it is lost: neither is it copied to another database, whose salt is another.
CREATE TABLE library_salt (salt BIGINT NOT NULL);
INSERT INTO library_salt VALUES (random());
CREATE TABLE library_index (
  collection INT NOT NULL PRIMARY KEY,
  indexed    INT NOT NULL
) WITHOUT ROWID;
-- What there is to show, with how many of its games are indexed.
CREATE VIEW shown_collections AS
  SELECT number, id, user_id, name, visibility, created, games, bytes, COALESCE(indexed, 0) AS indexed
  FROM collections LEFT JOIN library_index ON collection = number WHERE visibility <> 'removed';
CREATE TABLE positions_seen (
  collection INT    NOT NULL,
  pos        BIGINT NOT NULL,
  game       INT    NOT NULL,
  move       INT    NOT NULL,
  PRIMARY KEY (collection, pos, game)
) WITHOUT ROWID;
-- Sums over positions_seen for games up to a number, of positions that many games have come to.
CREATE TABLE move_stats (
  collection  INT    NOT NULL,
  pos         BIGINT NOT NULL,
  move        INT    NOT NULL,
  first_wins  INT    NOT NULL,
  draws       INT    NOT NULL,
  second_wins INT    NOT NULL,
  unknown     INT    NOT NULL,
  rated       INT    NOT NULL,
  ratings     BIGINT NOT NULL,
  last_year   INT    NOT NULL,
  upto        INT    NOT NULL,
  PRIMARY KEY (collection, pos, move)
) WITHOUT ROWID;

-- Files on their way into a collection, one at a time, with how far they are.
CREATE TABLE library_imports (
  id         TEXT   NOT NULL PRIMARY KEY,
  collection INT    NOT NULL,
  user_id    TEXT   NOT NULL,
  file       TEXT   NOT NULL,
  status     TEXT   NOT NULL,
  bytes      BIGINT NOT NULL,
  created    BIGINT NOT NULL,
  next       INT    NOT NULL,
  bad        INT    NOT NULL,
  added      INT    NOT NULL,
  choice     TEXT   NOT NULL,
  notes      TEXT   NOT NULL
) WITHOUT ROWID;
CREATE INDEX library_imports_by_user ON library_imports (user_id, created);
CREATE UNIQUE INDEX unfinished_imports ON library_imports (collection) WHERE status IN ('receiving', 'waiting');
CREATE INDEX waiting_imports ON library_imports (created) WHERE status = 'waiting';
CREATE TABLE library_parts (
  import TEXT NOT NULL,
  part   INT  NOT NULL,
  data   BLOB NOT NULL,
  PRIMARY KEY (import, part)
);
