CREATE TABLE loop_event_log (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id      text NOT NULL,
    actor       text NOT NULL,
    phase       text NOT NULL,
    action      text NOT NULL,
    payload     jsonb NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION loop_event_log_refuse() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'loop_event_log is append-only';
END;
$$ LANGUAGE plpgsql;

CREATE TRIGGER loop_event_log_append_only
    BEFORE UPDATE OR DELETE ON loop_event_log
    FOR EACH ROW EXECUTE FUNCTION loop_event_log_refuse();
