-- What each server shows of its lobby, for the others to show as well, in words of the server. Worth nothing after a crash, so nothing is logged, and
-- no commit waits for a disk. `v` is another one for each content; `seen` is when its server last said that it still shows it.
CREATE UNLOGGED TABLE lobbies (
  epoch   BIGINT NOT NULL PRIMARY KEY,
  v       BIGINT NOT NULL,
  content TEXT   NOT NULL,
  written TIMESTAMP WITH TIME ZONE NOT NULL,
  seen    TIMESTAMP WITH TIME ZONE NOT NULL
);

-- It ends with its server: with the row of `nodes` that has its epoch.
CREATE FUNCTION end_lobby_of_node() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM lobbies WHERE epoch = OLD.epoch;
  RETURN NULL;
END $$;
CREATE TRIGGER end_lobby_of_node AFTER DELETE OR UPDATE OF epoch ON nodes FOR EACH ROW EXECUTE FUNCTION end_lobby_of_node();
