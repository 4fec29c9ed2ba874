-- Few, and gone soon: what the sweep looks for.
CREATE INDEX removed_studies ON studies (id) WHERE visibility = 'removed';

-- Who has a study open may be at another server.
CREATE FUNCTION tell_of_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_servers('edit ' || NEW.study || ' ' || NEW.chapter || ' ' || NEW.v);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_edit AFTER INSERT ON chapter_edits FOR EACH ROW EXECUTE FUNCTION tell_of_edit();

CREATE FUNCTION tell_of_study() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_servers('study ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_study AFTER UPDATE ON studies FOR EACH ROW EXECUTE FUNCTION tell_of_study();

CREATE FUNCTION tell_of_its_study() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_servers('study ' || NEW.study);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_members AFTER INSERT OR UPDATE ON study_members FOR EACH ROW EXECUTE FUNCTION tell_of_its_study();
CREATE TRIGGER tell_of_chapter AFTER INSERT ON chapters FOR EACH ROW EXECUTE FUNCTION tell_of_its_study();
CREATE TRIGGER tell_of_name AFTER UPDATE ON chapters FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION tell_of_its_study();
