package bench

import (
	"fmt"
	"io"
	"math"
)

func sniffHyperfine(h *head) bool {
	o := h.outline()
	return o.root == '{' && o.has("results.command")
}

// readHyperfine reads hyperfine's JSON export. Each timing is a process start
// and so a run; timing i of every command is run i of the file. A timing whose
// command did not exit with 0 is a failed repetition.
func readHyperfine(r io.Reader, in Input, b *Builder) error {
	return readJSON(r, in, b, func(j *jsonReader) error {
		h := &hyperfine{j: j, rows: keeper[*hyperfineRow]{
			key:  func(r *hyperfineRow) Key { return Key{Benchmark: r.command, Metric: "time"} },
			tell: func(r *hyperfineRow) []detail { return r.parameters },
		}}
		results := false
		err := j.object(func(key string) error {
			if key != "results" {
				return j.skip()
			}
			results = true
			return j.array(func(int) error { return h.row() })
		})
		if err == nil && !results {
			err = j.errorf("the document has no \"results\"")
		}
		if err == nil {
			h.emit(b)
		}
		return err
	})
}

type hyperfine struct {
	j    *jsonReader
	rows keeper[*hyperfineRow]
}

type hyperfineRow struct {
	command    string
	parameters []detail
	times      []float64
	memory     []float64 // bytes; since hyperfine 1.19
	codes      []float64 // NaN for null: ended by a signal
}

func (h *hyperfine) row() error {
	r, j := &hyperfineRow{}, h.j
	err := j.object(func(key string) (err error) {
		switch key {
		case "command":
			r.command, err = j.text()
		case "times":
			r.times, err = j.numbers()
		case "memory_usage_byte":
			r.memory, err = j.numbers()
		case "exit_codes":
			r.codes, err = j.numbers()
		case "parameters":
			r.parameters, err = h.parameters()
		default:
			err = j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if r.command == "" {
		return j.errorf("a result without a \"command\"")
	}
	h.rows.add(r)
	return nil
}

func (h *hyperfine) parameters() (out []detail, err error) {
	if h.j.kind() != '{' {
		return nil, h.j.skip()
	}
	err = h.j.object(func(key string) error {
		value, err := h.j.printedText()
		out = append(out, detail{key, value})
		return err
	})
	return out, err
}

// emit hands the timings to the builder, run by run.
func (h *hyperfine) emit(b *Builder) {
	table := h.rows.schedule(b, func(r *hyperfineRow) int { return len(r.times) })
	for _, p := range table.rows {
		if p.details != "" {
			p.row.command += "[" + p.details + "]"
		}
	}
	env := &Environment{Harness: "hyperfine"}
	if table.runs == 0 && len(table.rows) > 0 {
		b.StartRun(env)
	}
	table.each(b, func(run int, rows []*placed[*hyperfineRow]) {
		b.StartRun(env)
		for _, p := range rows {
			b.samples = p.runs
			p.row.add(b, run-p.first)
		}
	})
	for _, p := range table.rows {
		if len(p.row.times) == 0 {
			b.Problem(Problem{Benchmark: p.row.command, Kind: Unusable, Message: "the export holds statistics of it but no times",
				Advice: "keep the whole output of hyperfine --export-json"})
		}
	}
}

// add adds timing i of a command.
func (r *hyperfineRow) add(b *Builder, i int) {
	if i < len(r.codes) && r.codes[i] != 0 {
		message := fmt.Sprintf("exit code %.0f", r.codes[i])
		if math.IsNaN(r.codes[i]) {
			message = "ended by a signal"
		}
		b.Problem(Problem{Benchmark: r.command, Kind: Failed, Message: message,
			Advice: "where another exit code than 0 is expected, end the command with \"|| true\""})
		return
	}
	b.Add("", r.command, wallTime("s"), r.times[i])
	if i < len(r.memory) && r.memory[i] > 0 {
		b.Add("", r.command, Metric{Name: "memory", Unit: "B", Direction: LowerIsBetter}, r.memory[i])
	}
}
