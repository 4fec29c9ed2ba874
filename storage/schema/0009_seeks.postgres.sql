-- Who looks for an opponent at one of the servers. A seek that has found one bears the id of its game until its server has told so.
-- It ends with its server: with the row of `nodes` that has the epoch `owner`.
CREATE TABLE seeks (
  id          TEXT   NOT NULL PRIMARY KEY,
  owner       BIGINT NOT NULL,
  user_id     TEXT   NOT NULL,
  name        TEXT   NOT NULL,
  guest       INT    NOT NULL,
  wish        TEXT   NOT NULL,
  rating      INT    NOT NULL,
  provisional INT    NOT NULL,
  token       TEXT   NOT NULL,
  since       BIGINT NOT NULL,
  game        TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX seeks_by_user ON seeks (user_id);
CREATE INDEX seeks_by_owner ON seeks (owner);

CREATE FUNCTION tell_of_seeks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_servers('seeks');
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_seeks AFTER INSERT OR UPDATE OR DELETE ON seeks FOR EACH ROW EXECUTE FUNCTION tell_of_seeks();

CREATE FUNCTION end_seeks_of_node() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM seeks WHERE owner = OLD.epoch;
  RETURN NULL;
END $$;
CREATE TRIGGER end_seeks_of_node AFTER DELETE OR UPDATE OF epoch ON nodes FOR EACH ROW EXECUTE FUNCTION end_seeks_of_node();
