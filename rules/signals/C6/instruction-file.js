const names = ["CLAUDE.md"]; // expect: instruction-file
const other = ["README.md"]; // ok: instruction-file
