const FILE: &str = "AGENTS.md"; // expect: instruction-file
const OTHER: &str = "README.md"; // ok: instruction-file
