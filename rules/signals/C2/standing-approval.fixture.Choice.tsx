export const choices = [{ name: "Go on and don't ask again" }]; // expect: standing-approval
export const other = [{ name: "Go on" }]; // ok: standing-approval
