async fn check_tool_permission(call: &Call) -> bool { // expect: approval-function
    ask(call).await
}

fn set_file_permissions(path: &Path) { // ok: approval-function
    path.touch();
}
