use rig::completion::Prompt;

async fn work(client: openai::Client, question: &str) -> Result<String> {
    // expect: model-loop
    let agent = client.agent("gpt-x").preamble("Add up.").tool(Adder).build();
    agent.prompt(question).await
}

async fn plain(client: openai::Client, question: &str) -> Result<String> {
    // ok: model-loop
    let agent = client.agent("gpt-x").preamble("Answer.").build();
    agent.prompt(question).await
}
