use rocket::{get, routes};
use tokio_cron_scheduler::Job;

// route: rocket http get "/r" ->r in r
#[get("/r")]
fn r() -> String {
    String::new()
}

fn jobs() {
    // route: cron schedule "0 3 * * *" ->nightly in jobs
    Job::new("0 3 * * *", nightly);
}
