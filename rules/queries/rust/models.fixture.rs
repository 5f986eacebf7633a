use async_openai::types::{
    ChatCompletionRequestToolMessageArgs, ChatCompletionRequestUserMessageArgs, CreateChatCompletionRequestArgs,
};
use genai::chat::{ChatMessage, ChatRequest};
use ollama_rs::coordinator::Coordinator;
use ollama_rs::generation::chat::request::ChatMessageRequest;

const SYSTEM: &str = "You are a clerk.";

async fn once(client: &Client, question: &str) -> Result<String> {
    let request = CreateChatCompletionRequestArgs::default().model("gpt-x").messages(messages).tools(all_tools).build()?;
    // model: openai call in once tools=[all_tools] model="gpt-x"
    let reply = client.chat().create(request).await?;
    Ok(text_of(reply))
}

async fn rounds(client: &Client, mut messages: Vec<Message>, cancel: CancellationToken) -> Result<()> {
    for _ in 0..8 {
        if cancel.is_cancelled() {
            return Ok(());
        }
        let request = CreateChatCompletionRequestArgs::default().model(MODEL).messages(messages.clone()).build()?;
        // model: openai call in rounds loop bound=8 model=MODEL appends=[reply, tool<-self.run_tool] stops=[tested cancel.is_cancelled]
        let reply = client.chat().create(request).await?;
        messages.push(reply.choices[0].message.clone().into());
        let output = run_tool(&reply).await?;
        messages.push(ChatCompletionRequestToolMessageArgs::default().tool_call_id(id).content(output).build()?.into());
    }
    Ok(())
}

async fn with_genai(client: &genai::Client, question: &str) -> Result<()> {
    let mut request = ChatRequest::default().with_system(SYSTEM).with_tools(tools());
    loop {
        // model: genai call in with_genai loop tools=[self.tools] model=MODEL system=SYSTEM appends=[tool<-self.fetch in "Page:"]
        let reply = client.exec_chat(MODEL, request.clone(), None).await?;
        let page = fetch(&reply).await?;
        request = request.append_message(ChatMessage::tool(format!("Page: {}", page)));
    }
}

async fn with_ollama(ollama: Ollama, history: Vec<ChatMessage>) -> Result<()> {
    // model: ollama call in with_ollama
    ollama.send_chat_messages(ChatMessageRequest::new("llama-x".to_string(), history.clone())).await?;
    // model: ollama agent in with_ollama model="llama-x"
    let mut coordinator = Coordinator::new(ollama, "llama-x".to_string(), history);
    // model: ollama call in with_ollama
    coordinator.chat(vec![question]).await?;
    Ok(())
}

async fn over_http(http: &reqwest::Client, body: &Body) -> Result<Reply> {
    let mut tries = 0;
    // loop: bounded in over_http limit=MAX_TRIES asks
    while tries < MAX_TRIES {
        // model: http call in over_http loop bound=MAX_TRIES
        http.post("https://api.openai.com/v1/chat/completions").json(body).send().await?;
        tries += 1;
    }
    // loop: endless in over_http
    loop {
        wait().await;
    }
}
