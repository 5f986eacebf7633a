defmodule Desk.Notes do
  def review_notes(notes) do # expect: content-check-name
    notes
  end

  def list_notes(notes) do # ok: content-check-name
    notes
  end
end
