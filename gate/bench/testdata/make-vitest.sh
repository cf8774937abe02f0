#!/bin/sh
# Makes the captures of Vitest, tinybench and mitata (npm packages, installed
# into a folder of their own: MODULES, or a temporary one). Run it here.
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
work="${MODULES:-$(mktemp -d)}"
cd "$work"
if [ ! -d node_modules/vitest ]; then
	echo '{"private": true}' >package.json
	npm install --silent --no-audit --no-fund -D -E vite@8.3.8 vitest@4.1.12 tinybench@6.2.3 mitata@1.0.34
fi
rm -f *.mjs
cp "$here/vitest-reporter.mjs" .
cat >fib.bench.mjs <<'JS'
import { bench, describe } from 'vitest';

const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
const few = { time: 1, iterations: 20, warmupTime: 1, warmupIterations: 5 };

bench('at the top', () => { fib(22); }, few);
describe('fib', () => {
  bench('fib(20)', () => { fib(20); }, few);
  describe('inner', () => {
    bench('fib(21)', () => { fib(21); }, few);
  });
});
describe('broken', () => {
  bench('throws', () => { throw new Error('boom'); }, few);
});
JS
cat >vitest.config.mjs <<'JS'
export default {
  test: { benchmark: { include: ['*.bench.mjs'], includeSamples: true, reporters: ['default', './vitest-reporter.mjs'] } },
};
JS
out="$here/vitest"
BENCH_OUTPUT="$out/vitest.json" npx vitest bench --run --outputJson "$out/vitest-output-json.json" >/dev/null
sed -i "s|\"filepath\": \"[^\"]*/|\"filepath\": \"/src/|" "$out/vitest-output-json.json"
cat >tiny.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { Bench } from 'tinybench';

const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
const out = process.argv[2];
const run = async (retainSamples) => {
  const bench = new Bench({ time: 0, iterations: 20, warmup: false, retainSamples });
  bench.add('fib(15)', () => { fib(15); }).add('fib(18)', () => { fib(18); });
  bench.add('throws', () => { throw new Error('boom'); });
  await bench.run();
  return bench;
};
const named = (bench) => JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result })));
// The error of a result holds the folders of this machine.
const scrub = (text) => text.replace(/"stack":"(?:[^"\\]|\\.)*"/gi, '"stack":""');
const kept = await run(true);
writeFileSync(`${out}/tinybench.json`, scrub(named(kept)));
writeFileSync(`${out}/tinybench-results.json`, scrub(JSON.stringify(kept.results)));
const dropped = await run(false);
writeFileSync(`${out}/tinybench-no-samples.json`, scrub(named(dropped)));
writeFileSync(`${out}/tinybench-table.json`, scrub(JSON.stringify(dropped.table())));
JS
node tiny.mjs "$out"
cat >mita.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { bench, group, run } from 'mitata';

const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
bench('plain', () => fib(27));
group('sized', () => {
  bench('fib($n)', function* (state) {
    const n = state.get('n');
    yield () => fib(n);
  }).args('n', [26, 27]);
  bench('unnamed', function* (state) {
    const n = state.get('n');
    yield () => fib(n);
  }).args('n', [26, 27]);
  bench('throws', () => { throw new Error('boom'); });
});
const print = (text) => {
  const doc = JSON.parse(text, (key, value) => (key === 'stack' ? '' : value));
  // What mitata measures of itself is a million samples.
  doc.context.noop = {};
  writeFileSync(`${process.argv[2]}/mitata.json`, JSON.stringify(doc));
};
await run({ print, format: { json: { debug: false, samples: true } } });
JS
node mita.mjs "$out"
