package bench

import (
	"fmt"
	"slices"
	"strings"
)

// metric returns the description of a primary or secondary result.
func (m jmhMetric) metric(primary bool) Metric {
	d := Metric{Name: m.name, Unit: m.unit}
	_, above, _ := strings.Cut(m.unit, "/")
	below, _, _ := strings.Cut(m.unit, "/")
	switch {
	case below == "ops":
		d.Direction = HigherIsBetter
	case above == "op":
		// Times, bytes (gc.alloc.rate.norm) and events (instructions, cache
		// misses of the perfnorm profiler) of one operation.
		d.Direction = LowerIsBetter
		d.Count = !primary && times[below] == scale{}
	case below == "insns" && above == "clk":
		d.Direction = HigherIsBetter
	case below == "clks" && above == "insn":
		d.Direction = LowerIsBetter
	}
	if !primary {
		return d
	}
	d.Primary = d.Direction != DirectionUnknown
	switch d.Direction {
	case HigherIsBetter:
		d.Name = "throughput"
	case LowerIsBetter:
		d.Name = "time"
	default:
		d.Name = "score"
	}
	return d
}

// emit hands all rows to the builder, run by run.
func (d *jmh) emit(b *Builder) {
	table := d.rows.schedule(b, func(r *jmhRow) int { return len(r.primary.forks) })
	envs := map[jmhEnvironment]*Environment{}
	threads := d.threads()
	for _, p := range table.rows {
		if envs[p.row.env] == nil {
			envs[p.row.env] = p.row.env.environment()
			envs[p.row.env].Procs = threads
		}
	}
	if table.runs == 0 {
		b.StartRun(envs[table.rows[0].row.env])
	}
	table.each(b, func(run int, rows []*placed[*jmhRow]) {
		for _, same := range byEnvironment(rows) {
			b.StartRun(envs[same[0].row.env])
			for _, p := range same {
				b.samples = p.runs
				p.row.add(b, p.details, run-p.first)
			}
		}
	})
	for _, p := range table.rows {
		p.row.missing(b, p.details)
	}
}

// byEnvironment splits rows by environment, in order of appearance:
// annotations may give a benchmark a VM or flags of its own.
func byEnvironment(rows []*placed[*jmhRow]) [][]*placed[*jmhRow] {
	if !slices.ContainsFunc(rows, func(p *placed[*jmhRow]) bool { return p.row.env != rows[0].row.env }) {
		return [][]*placed[*jmhRow]{rows}
	}
	var out [][]*placed[*jmhRow]
	at := map[jmhEnvironment]int{}
	for _, p := range rows {
		i, ok := at[p.row.env]
		if !ok {
			i = len(out)
			at[p.row.env] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], p)
	}
	return out
}

// threads returns the number of threads where all rows agree, else 0.
func (d *jmh) threads() int {
	n := d.rows.rows[0].threads
	for _, r := range d.rows.rows {
		if r.threads != n {
			return 0
		}
	}
	if n >= 1 && n < 1<<20 {
		return int(n)
	}
	return 0
}

// add adds the values of a fork to the current run.
func (r *jmhRow) add(b *Builder, group string, fork int) {
	b.addAll(group, r.name(), r.primary.metric(true), r.primary.forks[fork])
	for _, m := range r.secondary {
		if fork < len(m.forks) && len(m.forks[fork]) > 0 {
			b.addAll(group, r.name(), m.metric(false), m.forks[fork])
		}
	}
}

// missing says what a row without values lacks.
func (r *jmhRow) missing(b *Builder, group string) {
	for _, f := range r.primary.forks {
		if len(f) > 0 {
			return
		}
	}
	b.Problem(Problem{Group: group, Benchmark: r.name(), Kind: Unusable,
		Message: fmt.Sprintf("the file holds a score in %q but no iterations", r.primary.unit),
		Advice:  "run JMH without -Djmh.json.rawData=false"})
}
