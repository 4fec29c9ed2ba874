-- To PostgreSQL what 0017_due.sql is to SQLite; it has the indexes by users since 0010.
ALTER TABLE games ADD COLUMN due BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_at_work ON games (created, id) WHERE status = 'playing' AND due = 0;
CREATE INDEX games_by_due ON games (due, id) WHERE status = 'playing' AND due > 0;
CREATE INDEX games_aborted ON games (ended, id) WHERE status = 'aborted';
DROP INDEX games_playing_by_owner;
CREATE INDEX games_playing_by_owner ON games (owner) WHERE status = 'playing' AND due = 0;

UPDATE games SET due = (extract(epoch FROM now())::bigint / 86400 + 15) * 86400000
WHERE status = 'playing' AND (first_level = 0 OR second_level = 0)
  AND (first_level > 0 OR first_user <> '') AND (second_level > 0 OR second_user <> '')
  AND (initial + increment + byoyomi + per_move + days = 0
         AND (first_level + second_level = 0
              OR 2 <= (SELECT ply FROM events WHERE game = games.id ORDER BY v DESC LIMIT 1))
       OR days > 0 AND 2 > COALESCE((SELECT ply FROM events WHERE game = games.id ORDER BY v DESC LIMIT 1), 0)
       OR 'pause' = (SELECT kind FROM events WHERE game = games.id AND kind IN ('pause', 'resume') ORDER BY v DESC LIMIT 1));
