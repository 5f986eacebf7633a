export function autoApproveRequest(id: string) { return id; } // expect: model-as-approver
export function listRequests(id: string) { return id; } // ok: model-as-approver
