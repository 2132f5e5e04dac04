//! Does nothing: Cargo wants a build script of a package that has a `links` value.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
