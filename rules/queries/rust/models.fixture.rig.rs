use rig::completion::Prompt;

async fn with_rig(client: openai::Client, question: &str) -> Result<String> {
    // model: rig agent in with_rig bound=5 tools=[Adder] model="gpt-x" system="Add up."
    let agent = client.agent("gpt-x").preamble("Add up.").tool(Adder).default_max_turns(5).build();
    // model: rig call in with_rig
    agent.prompt(question).await
}
