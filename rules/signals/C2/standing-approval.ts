export const choices = pick('Allow always'); // expect: standing-approval
export const other = pick('Allow once'); // ok: standing-approval
export const menu = `Run it?
  1) Yes
  2) Yes, and don't ask me again // expect: standing-approval
  3) No`;
