defmodule DeskWeb.Router do
  use DeskWeb, :router

  scope "/", DeskWeb do
    # route: phoenix http get "/books" ->BookController in DeskWeb.Router
    get "/books", BookController, :index
    # route: phoenix socket "/live" ->Live in DeskWeb.Router
    socket "/live", Live
  end

  # route: broadway queue ->Desk in start
  def start, do: Broadway.start_link(Desk, name: Desk)
end
