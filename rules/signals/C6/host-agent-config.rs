const FOLDER: &str = ".claude"; // expect: host-agent-config
const OTHER: &str = ".cache"; // ok: host-agent-config
