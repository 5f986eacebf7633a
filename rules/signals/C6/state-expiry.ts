const retentionDays = 14; // expect: state-expiry
const nameLength = 14; // ok: state-expiry
const VACUUM_MAX_AGE = 14 * 24 * 3600; // expect: state-expiry
