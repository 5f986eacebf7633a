export const defaults = {
  requireApproval: true, // expect: approval-required-default
  verbose: true, // ok: approval-required-default
};
