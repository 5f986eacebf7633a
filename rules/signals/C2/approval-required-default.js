module.exports.defaults = {
  autoApprove: false, // expect: approval-required-default
  verbose: true, // ok: approval-required-default
};
