defmodule Desk do
  def run(task) do
    Task.await(task, 5_000) # expect: call-timeout
    Req.get!("https://example.org", receive_timeout: 5_000) # expect: call-timeout
    Req.get!("https://example.org") # ok: call-timeout
  end
end
