export class DeskTool {
  name = "run_script"; // expect: execution-tool
  title = "run_script"; // ok: execution-tool
}
