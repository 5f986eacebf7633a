export const phaseRoles = { detect: ["alerter"], approved: ["repairer"] }; // expect: phase-role-table
export const phaseTitles = { detect: "Detection" }; // ok: phase-role-table
