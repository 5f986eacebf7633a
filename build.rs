//! The rule files are embedded; a new one must cause a new build, which the embedding macro alone does not notice.

fn main() {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=build.rs");
}
