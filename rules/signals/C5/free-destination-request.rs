async fn fetch(args: Args) {
    reqwest::get(args.url).await; // expect: free-destination-request
    reqwest::get("https://api.example.com").await; // ok: free-destination-request
}
