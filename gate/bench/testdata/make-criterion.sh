#!/bin/sh
# Makes the captures of Criterion.rs (Debian package librust-criterion-dev, and
# cargo). Run it here.
set -eu
here="$(cd "$(dirname "$0")" && pwd)/criterion"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p benches src .cargo
: >src/lib.rs
cat >Cargo.toml <<'TOML'
[package]
name = "fibs"
version = "0.1.0"
edition = "2021"

[lib]
bench = false

[dev-dependencies]
criterion = "0.3"

[[bench]]
name = "fib"
harness = false
TOML
cat >.cargo/config.toml <<'TOML'
[source.crates-io]
replace-with = "debian"

[source.debian]
directory = "/usr/share/cargo/registry"
TOML
cat >benches/fib.rs <<'RS'
use criterion::{black_box, criterion_group, criterion_main, BenchmarkId, Criterion};
use std::time::Duration;

fn fib(n: u64) -> u64 {
    if n < 2 { n } else { fib(n - 1) + fib(n - 2) }
}

fn benches(c: &mut Criterion) {
    c.bench_function("fib 10", |b| b.iter(|| fib(black_box(10))));
    let mut group = c.benchmark_group("sizes");
    for n in [12u64, 15] {
        group.bench_with_input(BenchmarkId::new("fib", n), &n, |b, &n| b.iter(|| fib(black_box(n))));
    }
    group.finish();
}

criterion_group! {
    name = all;
    config = Criterion::default().sample_size(20).without_plots()
        .warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(300));
    targets = benches
}
criterion_main!(all);
RS
CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$work/target}"
export CARGO_TARGET_DIR
rm -rf "$CARGO_TARGET_DIR/criterion"
cargo bench --offline >console.txt 2>/dev/null
rm -rf "$here/criterion"
cp -R "$CARGO_TARGET_DIR/criterion" "$here/criterion"
find "$here/criterion" -name report -prune -exec rm -rf {} +
cp console.txt "$here/console.txt"
