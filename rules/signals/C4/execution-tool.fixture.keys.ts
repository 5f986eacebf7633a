export const declared = [
  { key: "run_command", about: "Runs a command line" }, // expect: execution-tool
  { key: "list_files", about: "Lists files" }, // ok: execution-tool
];
