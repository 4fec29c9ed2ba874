-- When no server lived, from one sign of life to the next, in which a server without running clocks gives one every ten minutes: clocks
-- of days go on while their game is not in memory, and are given these times back when it is loaded. Kept for longer than a turn lasts.
CREATE TABLE outages (
  since BIGINT NOT NULL PRIMARY KEY,
  until BIGINT NOT NULL
);
CREATE TRIGGER note_outage AFTER UPDATE ON heartbeat WHEN OLD.at > 0 AND NEW.at > OLD.at + 900000
BEGIN
  DELETE FROM outages WHERE until < NEW.at - 2592000000;
  INSERT OR REPLACE INTO outages (since, until) VALUES (OLD.at, NEW.at);
END;
