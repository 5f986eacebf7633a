const place = join(homedir(), ".codex", "sessions"); // expect: host-agent-config
const page = join(homedir(), ".demo"); // ok: host-agent-config
