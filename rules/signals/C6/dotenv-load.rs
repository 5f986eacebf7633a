fn main() {
    dotenvy::dotenv().ok(); // expect: dotenv-load
    config::load().ok(); // ok: dotenv-load
}
