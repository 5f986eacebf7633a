defmodule Desk do
  def ask(chain) do
    LangChain.Chains.LLMChain.run(chain) # expect: model-call
    Shelf.find(chain) # ok: model-call
  end
end
