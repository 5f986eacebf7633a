use dialoguer::Confirm;

fn run_tool(name: &str) -> Result<()> {
    if !Confirm::new().with_prompt(name).interact()? { // expect: human-approval-call
        return Ok(());
    }
    start(name)
}

fn setup() -> Result<bool> {
    Confirm::new().with_prompt("Colours?").interact() // ok: human-approval-call
}
