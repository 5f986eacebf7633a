export const server = {
  command: "uvx", // expect: launcher-command
  title: "uvx servers", // ok: launcher-command
};
