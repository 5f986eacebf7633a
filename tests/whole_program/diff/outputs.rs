//! What comparisons are written as: SARIF, code quality, reviewdog; the history.

use serde_json::Value;

use super::Repo;
use crate::common::{depthgauge, have};

fn shell_tool() -> Repo {
    let repo = Repo::of_agent("notes-mcp");
    let file = "src/tools/write.ts";
    repo.edit(
        file,
        "import { z } from \"zod\";\n",
        "import { execSync } from \"node:child_process\";\nimport { z } from \"zod\";\n",
    );
    repo.edit(
        file,
        "  server.registerTool(\n    \"delete_note\",",
        "  server.registerTool(\n    \"run_script\",\n    {\n      description: \"Run a script over the notes.\",\n      \
         inputSchema: { script: z.string() },\n    },\n    async ({ script }) => text(execSync(script).toString()),\n  \
         );\n\n  server.registerTool(\n    \"delete_note\",",
    );
    repo.commit();
    repo
}

#[test]
fn one_more_shell_tool_fails_with_its_way_also_at_the_lowest_levels() {
    if !have("git") {
        return;
    }
    let repo = shell_tool();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert_eq!(code, 1);
    let tool = report.failing().map(|(_, c)| c).find(|c| c.sentence.contains("`run_script`"));
    let tool = tool.unwrap_or_else(|| panic!("{:#?}", super::failing(&report)));
    assert!(tool.sentence.contains("execution of programs") && !tool.way.is_empty(), "{tool:#?}");
    // A second one, where nothing can fall any more.
    repo.edit(
        "src/tools/write.ts",
        "  server.registerTool(\n    \"delete_note\",",
        "  server.registerTool(\n    \"run_again\",\n    {\n      description: \"Run a script again.\",\n      inputSchema: \
         { script: z.string() },\n    },\n    async ({ script }) => text(execSync(script).toString()),\n  );\n\n  \
         server.registerTool(\n    \"delete_note\",",
    );
    repo.commit();
    let (report, code) = repo.report(&["HEAD~1"]);
    assert_eq!(code, 1);
    assert!(super::failing(&report).iter().any(|s| s.contains("`run_again`")), "{:#?}", super::failing(&report));
}

/// A server may leave out tools by their tags: what it leaves out is no new power until it is offered.
#[test]
fn a_tool_that_its_server_leaves_out_fails_when_it_is_offered() {
    if !have("git") {
        return;
    }
    let repo = Repo::empty();
    let server = |options: &str, more: &str| {
        format!(
            "import subprocess\n\nfrom fastmcp import FastMCP\n\noptions = {{}}\n{options}mcp = FastMCP(\"desk\", \
             **options)\n\n\n@mcp.tool(tags={{\"plain\"}})\ndef size(text: str) -> int:\n    \"\"\"Length of a \
             text.\"\"\"\n    return len(text)\n{more}"
        )
    };
    let tool = "\n\n@mcp.tool(tags={\"scripts\"})\ndef run_script(script: str) -> str:\n    \"\"\"Run a \
                script.\"\"\"\n    return subprocess.run(script, shell=True, capture_output=True).stdout.decode()\n\n\nif \
                __name__ == \"__main__\":\n    mcp.run()\n";
    let left_out = "options[\"exclude_tags\"] = {\"scripts\"}\n";
    // Two sets of tools, and the setting that chooses the one without the tool.
    let sets = "import os\n\nfrom sets import Toolset, chosen\n\nSETS = [Toolset(name=\"plain\", tags={\"plain\"}), \
                Toolset(name=\"all\", tags={\"plain\", \"scripts\"})]\nTOOLSET = os.getenv(\"DESK_TOOLSET\", \
                \"plain\")\noptions = chosen(SETS, TOOLSET)\n";
    for text in [server(left_out, ""), server(left_out, tool), server(sets, tool), server("", tool)] {
        repo.write("server.py", &text);
        repo.commit();
    }
    let ungated = |range: &[&str]| {
        let (report, _) = repo.report(range);
        report.failing().filter(|(_, change)| change.sentence.starts_with("The new tool `run_script`")).count()
    };
    assert_eq!(ungated(&["HEAD~3", "HEAD~2"]), 0);
    assert_eq!(ungated(&["HEAD~2", "HEAD~1"]), 0);
    assert_eq!(ungated(&["HEAD~1"]), 1);
}

/// Places are checked against the text itself, by a count of lines that is not the program's.
#[test]
fn sarif_points_to_lines_that_exist_and_counts_as_the_json_does() {
    if !have("git") {
        return;
    }
    let repo = shell_tool();
    let sarif = |arguments: &[&str]| -> Value {
        let output = repo.diff(&[&["HEAD~1", "--format", "sarif"], arguments].concat());
        serde_json::from_slice(&output.stdout).expect("SARIF")
    };
    let all = sarif(&[]);
    let (report, _) = repo.report(&["HEAD~1"]);
    let run = &all["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), report.targets[0].findings.len());
    assert_eq!(run["automationDetails"]["id"], "depthgauge/./");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.len() > 200 && rules.iter().all(|rule| rule["help"]["markdown"].is_string()));
    let mut flows = 0;
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("index")).expect("index");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        flows += usize::from(result["codeFlows"].is_array());
        for location in result["locations"].as_array().expect("locations") {
            let place = &location["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("uri");
            assert!(!uri.starts_with('/') && !uri.contains("://"), "{uri}");
            let lines = repo.read(uri).split('\n').count() as u64;
            let (start, end) = (&place["region"]["startLine"], &place["region"]["endLine"]);
            assert!(start.as_u64() >= Some(1) && end.as_u64() <= Some(lines), "{place}");
        }
    }
    assert!(flows > 0);
    let new = sarif(&["--changed-only"]);
    let new = new["runs"][0]["results"].as_array().expect("results").clone();
    assert!(!new.is_empty() && new.len() < results.len());
    assert!(new.iter().all(|result| result["baselineState"] == "new"));
}

#[test]
fn code_quality_reviewdog_and_the_length_of_comments() {
    if !have("git") {
        return;
    }
    let repo = shell_tool();
    let folder = tempfile::tempdir().expect("folder");
    let at = folder.path().display().to_string();
    let output = repo.diff(&["HEAD~1", "--format", "md,codequality,rdjson", "--output", &at]);
    assert_eq!(output.status.code(), Some(1));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("document");
    let quality: Value = serde_json::from_str(&read("gl-code-quality-report.json")).expect("JSON");
    let entries = quality.as_array().expect("entries");
    assert!(
        !entries.is_empty()
            && entries.iter().all(|e| e["location"]["lines"]["begin"].is_u64() && e["fingerprint"].is_string())
    );
    let dog: Value = serde_json::from_str(&read("diff.rdjson")).expect("JSON");
    assert_eq!(dog["source"]["name"], "depthgauge");
    assert!(dog["diagnostics"].as_array().is_some_and(|d| !d.is_empty()));
    assert!(read("diff.md").len() < 65_536);
}

#[test]
fn the_history_of_a_repository() {
    if !have("git") {
        return;
    }
    let repo = shell_tool();
    let run = |arguments: &[&str]| {
        depthgauge().args(["history", "-q"]).args(arguments).current_dir(repo.path()).output().expect("starts")
    };
    let output = run(&["--json"]);
    let points: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let points = points.as_array().expect("points");
    assert_eq!((points.len(), output.status.code()), (2, Some(0)));
    assert!(points[0]["thousandths"].as_u64() > points[1]["thousandths"].as_u64(), "{points:#?}");
    let table = String::from_utf8(run(&["HEAD~1..HEAD"]).stdout).expect("UTF-8");
    assert_eq!(table.lines().count(), 2, "{table}");
}
