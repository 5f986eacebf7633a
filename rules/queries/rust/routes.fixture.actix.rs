use actix_web::{get, post, web};

// route: actix http get "/a" ->a in a
#[get("/a")]
async fn a() -> String {
    String::new()
}

fn config(cfg: &mut web::ServiceConfig) {
    // route: actix http post "/b" ->b in config
    cfg.route("/b", web::post().to(b));
}
