// expect: tool-setting-name
fn load_desk_tools(names: Vec<String>) -> Vec<String> { names }

// ok: tool-setting-name
fn load_columns(names: Vec<String>) -> Vec<String> { names }
