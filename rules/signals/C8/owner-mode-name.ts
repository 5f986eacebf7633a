const fileMode = 0o600; // expect: owner-mode-name
const openMode = 0o644; // ok: owner-mode-name
