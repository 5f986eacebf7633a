fn say(text: &str) {
    println!("{}", text); // expect: console-output
    format!("{}", text); // ok: console-output
}
