// A reporter for vitest bench that keeps the samples. In vitest.config.js:
//   test: { benchmark: { includeSamples: true, reporters: ['default', './vitest-reporter.mjs'] } }
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class SamplesReporter {
  onTestRunEnd(modules) {
    const files = modules.map((module) => {
      const groups = [];
      const visit = (task, names) => {
        const benchmarks = (task.tasks ?? [])
          .filter((t) => t.meta?.benchmark)
          .map((t) => ({ ...t.result?.benchmark, name: t.name }));
        if (benchmarks.length > 0) groups.push({ fullName: names.join(' > '), benchmarks });
        for (const t of task.tasks ?? []) if (t.type === 'suite') visit(t, [...names, t.name]);
      };
      const filepath = relative(process.cwd(), module.task.filepath);
      visit(module.task, [filepath]);
      return { filepath, groups };
    });
    writeFileSync(process.env.BENCH_OUTPUT ?? 'bench.json', JSON.stringify({ files }));
  }
}
