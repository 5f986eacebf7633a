CREATE TABLE event_log (id bigint PRIMARY KEY, body text NOT NULL);

CREATE FUNCTION event_log_refuse() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'event_log is append-only';
END;
$$ LANGUAGE plpgsql;

CREATE TRIGGER event_log_append_only
    -- expect: append-only-trigger
    BEFORE UPDATE OR DELETE ON event_log
    FOR EACH ROW EXECUTE FUNCTION event_log_refuse();
