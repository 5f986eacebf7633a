//! Files that are product because something starts, exports or imports them, whatever their folder says
//! (`tests/fixtures/starts`).

use crate::common::{depthgauge, package, repository_of};

#[test]
fn what_is_started_is_rated() {
    let repository = repository_of(&package().join("tests/fixtures/starts"));
    let target = repository.path().display().to_string();
    let json = |arguments: &[&str]| -> serde_json::Value {
        let output = depthgauge().args(arguments).output().expect("depthgauge starts");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let inventory = json(&["inventory", &target, "--json"]);
    let tools: Vec<&str> = inventory["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| tool["place"]["file"].as_str().expect("file"))
        .collect();
    assert_eq!(tools, ["examples/shell_tool.py", "packages/tools/src/testing/index.ts"]);
    let card = json(&["audit", &target, "--date", "2026-01-01", "--format", "json"]);
    let limitations = card["limitations"].to_string();
    let files =
        "4 files, among them `examples/shell_tool.py`, `packages/tools/src/testing/index.ts`, `scripts/entry.sh`";
    assert!(limitations.contains(files), "{limitations}");
    assert!(limitations.contains("not rated: 1 as examples, 1 as development scripts"), "{limitations}");
}
