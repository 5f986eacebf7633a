export function classifyCommand(command: string) { return 'ask'; } // expect: action-risk-tier
export function trimCommand(command: string) { return command.trim(); } // ok: action-risk-tier
