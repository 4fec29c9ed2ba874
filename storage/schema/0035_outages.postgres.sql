-- To PostgreSQL what 0035_outages.sql is to SQLite.
CREATE TABLE outages (
  since BIGINT NOT NULL PRIMARY KEY,
  until BIGINT NOT NULL
);
CREATE FUNCTION note_outage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM outages WHERE until < NEW.at - 2592000000;
  INSERT INTO outages (since, until) VALUES (OLD.at, NEW.at) ON CONFLICT (since) DO UPDATE SET until = EXCLUDED.until;
  RETURN NULL;
END $$;
CREATE TRIGGER note_outage AFTER UPDATE ON heartbeat FOR EACH ROW WHEN (OLD.at > 0 AND NEW.at > OLD.at + 900000)
EXECUTE FUNCTION note_outage();
