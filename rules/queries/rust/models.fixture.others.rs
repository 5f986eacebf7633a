use langchain_rust::chain::LLMChainBuilder;
use llm::chat::ChatMessage as LlmMessage;
use swiftide::agents::Agent;

async fn others(model: Box<dyn LLMProvider>, messages: Vec<LlmMessage>) -> Result<()> {
    // model: llm call in others tools=[tools]
    model.chat_with_tools(&messages, tools).await?;
    let chain = LLMChainBuilder::new().prompt(template).build()?;
    // model: langchain call in others
    chain.invoke(input).await?;
    // model: swiftide agent in others tools=[search]
    Agent::builder().llm(&llm).tools(vec![search]).build()?;
    Ok(())
}
