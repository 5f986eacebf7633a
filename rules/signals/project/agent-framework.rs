use rig::agent::Agent; // expect: agent-framework
use serde::Deserialize; // ok: agent-framework
