export const choices = pick('Allow always'); // expect: standing-approval
export const other = pick('Allow once'); // ok: standing-approval
