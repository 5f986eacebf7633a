use rmcp::{ServerHandler, tool_router}; // expect: mcp-server
use rmcp::service::RoleClient; // ok: mcp-server
