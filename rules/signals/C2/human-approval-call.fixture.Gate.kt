val allowed = gate.requestApproval(call) // expect: human-approval-call
val shown = gate.renderCall(call) // ok: human-approval-call
