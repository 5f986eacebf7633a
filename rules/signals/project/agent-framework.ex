defmodule Desk do
  alias LangChain.Chains.LLMChain # expect: agent-framework
  alias Desk.Shelf # ok: agent-framework
end
