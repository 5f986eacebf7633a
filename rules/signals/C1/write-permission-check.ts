export function policyFromReadonly(flag: boolean) { return flag ? "deny" : "allow"; } // expect: write-permission-check
export function policyText(flag: boolean) { return flag ? "deny" : "allow"; } // ok: write-permission-check
console.log(policyFromReadonly(true), policyText(false));
