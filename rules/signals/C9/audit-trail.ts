recordAudit({ what: "call" }); // expect: audit-trail
recordPage({ what: "call" }); // ok: audit-trail

class Desk {
  async getAuditEvents(place: string) { // ok: audit-trail
    return place;
  }
}
desk.listAuditLogs(); // ok: audit-trail
