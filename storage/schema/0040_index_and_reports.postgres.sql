-- To PostgreSQL what 0040_index_and_reports.sql is to SQLite.
CREATE TABLE collections_to_index (
  user_id    TEXT NOT NULL,
  collection INT  NOT NULL,
  games      INT  NOT NULL,
  PRIMARY KEY (user_id, collection)
);
INSERT INTO collections_to_index
  SELECT user_id, number, games FROM shown_collections WHERE games > indexed AND number <> -3;
CREATE FUNCTION note_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO collections_to_index VALUES (NEW.user_id, NEW.number, NEW.games)
  ON CONFLICT (user_id, collection) DO UPDATE SET games = excluded.games;
  RETURN NULL;
END $$;
CREATE TRIGGER collection_comes AFTER INSERT ON collections FOR EACH ROW
WHEN (NEW.games > 0 AND NEW.number <> -3) EXECUTE FUNCTION note_collection();
CREATE TRIGGER collection_grows AFTER UPDATE OF games ON collections FOR EACH ROW
WHEN (NEW.games > OLD.games AND NEW.number <> -3) EXECUTE FUNCTION note_collection();
CREATE FUNCTION forget_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM collections_to_index WHERE user_id = OLD.user_id AND collection = OLD.number;
  RETURN NULL;
END $$;
CREATE TRIGGER collection_goes AFTER DELETE ON collections FOR EACH ROW EXECUTE FUNCTION forget_collection();
-- By the games of its own row: one that a server adds meanwhile has locked it, and is seen when that has ended.
CREATE FUNCTION forget_indexed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM collections_to_index
  WHERE user_id = (SELECT user_id FROM collections WHERE number = NEW.collection) AND collection = NEW.collection
    AND games <= NEW.indexed;
  RETURN NULL;
END $$;
CREATE TRIGGER collection_indexed AFTER INSERT OR UPDATE OF indexed ON library_index FOR EACH ROW
EXECUTE FUNCTION forget_indexed();

ALTER TABLE reports DROP CONSTRAINT reports_game_fkey;
CREATE UNIQUE INDEX open_club_reports ON reports (game) WHERE room = 'club' AND decided = 0;
