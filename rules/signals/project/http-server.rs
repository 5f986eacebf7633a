use axum::Router; // expect: http-server
use tower::Service; // ok: http-server
