CREATE FUNCTION audit_stamp() RETURNS trigger AS $$
BEGIN
    NEW.changed_at = now();
    RETURN NEW;
END;
$$ LANGUAGE plpgsql;

CREATE TRIGGER audit_stamp_row
    -- ok: append-only-trigger
    BEFORE UPDATE ON notes
    FOR EACH ROW EXECUTE FUNCTION audit_stamp();
