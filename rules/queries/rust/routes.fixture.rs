use axum::{Router, middleware, routing::{get, post}};

fn app() -> Router {
    Router::new()
        // route: axum http get,post "/run" ->stop in app around=[axum.middleware.from_fn, signed_in]
        .route("/run", get(run).post(stop))
        .layer(middleware::from_fn(signed_in))
}

fn open() -> Router {
    let app = Router::new();
    // route: axum http get "/open" ->status in open
    app.route("/open", get(status))
}
