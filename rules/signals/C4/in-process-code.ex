defmodule Runner do
  def run(code) do
    Code.eval_string(code) # expect: in-process-code
    Code.format_string!(code) # ok: in-process-code
  end
end
