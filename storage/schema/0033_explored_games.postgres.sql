-- To PostgreSQL what 0033_explored_games.sql is to SQLite.
CREATE TABLE games_to_index (
  ended BIGINT NOT NULL,
  game  TEXT   NOT NULL,
  PRIMARY KEY (ended, game)
);
CREATE FUNCTION index_ended_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO games_to_index VALUES (NEW.ended, NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER index_ended_game AFTER UPDATE OF status ON games FOR EACH ROW
WHEN (NEW.status = 'finished' AND OLD.status <> 'finished' AND NEW.source = '') EXECUTE FUNCTION index_ended_game();

-- A server of before, which still runs beside a new one, takes the places of games for collections whose owner is no more, and would
-- have all that is in them swept away.
CREATE FUNCTION keep_places_of_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;
CREATE TRIGGER keep_places_of_games BEFORE UPDATE OF visibility ON collections FOR EACH ROW
WHEN (NEW.number < 0 AND NEW.visibility = 'removed') EXECUTE FUNCTION keep_places_of_games();

CREATE TABLE games_queued (
  one     INT    NOT NULL PRIMARY KEY,
  created BIGINT NOT NULL,
  id      TEXT   NOT NULL
);
