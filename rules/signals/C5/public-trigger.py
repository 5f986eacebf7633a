def setup(app, handler):
    app.add_api_route("/webhook/tickets", handler)  # expect: public-trigger
    app.add_api_route("/health", handler)  # ok: public-trigger
