use aws_sdk_bedrockruntime::Client;

async fn ask(bedrock: &Client) -> Result<()> {
    // model: bedrock call in ask model="m"
    bedrock.converse().model_id("m").messages(first).send().await?;
    Ok(())
}
