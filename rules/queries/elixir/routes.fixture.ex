defmodule DeskWeb.Router do
  use DeskWeb, :router

  scope "/", DeskWeb do
    # route: phoenix http get "/books" ->index
    get "/books", BookController, :index
    # route: phoenix socket "/live"
    socket "/live", Live
  end

  # route: broadway queue in start
  def start, do: Broadway.start_link(Desk, name: Desk)
end
