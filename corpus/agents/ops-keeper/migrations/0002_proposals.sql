CREATE TABLE chat_proposal_audit (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    proposal_id  text NOT NULL,
    action       text NOT NULL,
    actor        text NOT NULL,
    payload      jsonb NOT NULL,
    prev_hash    text NOT NULL,
    entry_hash   text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER chat_proposal_audit_append_only
    BEFORE UPDATE OR DELETE ON chat_proposal_audit
    FOR EACH ROW EXECUTE FUNCTION loop_event_log_refuse();
