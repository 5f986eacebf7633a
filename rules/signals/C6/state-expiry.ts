const retentionDays = 14; // expect: state-expiry
const nameLength = 14; // ok: state-expiry
