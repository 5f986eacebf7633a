defmodule Desk do
  def confirm_action(action) do
    answer = IO.gets(action) # expect: human-approval-call
    IO.puts(action) # ok: human-approval-call
    answer == "y"
  end
end
