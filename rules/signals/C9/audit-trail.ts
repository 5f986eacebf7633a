recordAudit({ what: "call" }); // expect: audit-trail
recordPage({ what: "call" }); // ok: audit-trail
