export const allowedCommands = ['ls']; // expect: command-allow-list
export const allowedColors = ['red']; // ok: command-allow-list
