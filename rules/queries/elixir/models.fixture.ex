defmodule Desk.Model do
  alias LangChain.Chains.LLMChain

  def ask(messages, tools) do
    # model: langchain agent in ask
    chain = LLMChain.new!(%{llm: llm})
    # model: langchain call in ask
    LLMChain.run(chain)
    # model: openai call in ask model="m"
    OpenAI.chat_completion(model: "m", messages: messages)
    # model: anthropic call in ask model="m"
    Anthropix.chat(client, model: "m", messages: messages)
    # model: instructor call in ask model="m"
    Instructor.chat_completion(model: "m", messages: messages)
    # model: req-llm call in ask model="m"
    ReqLLM.generate_text("m", messages)
    # model: ollama call in ask model="m"
    Ollama.chat(client, model: "m", messages: messages)
    # model: http call in ask
    Req.post("https://api.openai.com/v1/responses", json: body)
    Req.post("https://example.org/books")
  end
end
