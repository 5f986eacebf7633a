#![allow(clippy::print_stdout)]
use depthgauge::{facts, syntax::Language};
use std::io::Read;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let mut b = Vec::new();
    std::io::stdin().read_to_end(&mut b).unwrap();
    let s = String::from_utf8_lossy(&b).into_owned();
    let l = Language::detect(&path, &b[..b.len().min(256)]);
    let f = facts::extract(l, &path, &s).facts;
    println!("{} {:?} {:?}", path, l, f.coverage);
    for t in &f.tools {
        println!("TOOL {:?}", t);
    }
    for c in &f.settings {
        println!("SET {} {:?} {}={:?}", c.span.start, c.kind, c.name, c.value);
    }
    for c in &f.calls {
        println!(
            "CALL {} {} {:?}",
            c.span.start,
            c.callee,
            c.arguments.iter().map(|a| (a.keyword.clone(), a.value.clone())).collect::<Vec<_>>()
        );
    }
    for c in &f.functions {
        println!(
            "FN {}-{} {:?} {:?} {}({:?}) @{:?} :{:?}",
            c.span.start, c.span.end, c.kind, c.parent, c.name, c.parameters, c.decorators, c.bases
        );
    }
}
