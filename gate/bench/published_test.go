package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPublishedCounts counts series and values of every published result of
// four harnesses a second time, as simply as can be: whole files, generic JSON,
// and a look at the lines. What the readers find must be as many.
func TestPublishedCounts(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "captures")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the captures are not here")
	}
	counters := map[string]func([]byte) (series, values int, ok bool){
		"gobench": countGo, "googlebenchmark": countGoogle, "jmh": countJMH, "hyperfine": countHyperfine}
	checked := map[string]int{}
	for _, path := range filesBelow(t, root) {
		s, err := Read(diskInput(path, path), "")
		if err != nil {
			continue // TestPublished has the reasons
		}
		count := counters[s.Files[0].Format]
		if count == nil {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		series, values, ok := count(text)
		if !ok {
			continue
		}
		checked[s.Files[0].Format]++
		if len(s.Series) != series || s.Files[0].Values != values {
			t.Errorf("%s: %d series with %d values, counted %d with %d", path, len(s.Series), s.Files[0].Values, series, values)
		}
	}
	for format := range counters {
		if checked[format] < 2 {
			t.Errorf("%d files of %s were counted", checked[format], format)
		}
	}
}

var goResult = regexp.MustCompile(`^(Benchmark[^a-z\s]\S*)\s+\d+\s+(\S.*)$`)

func countGo(text []byte) (series, values int, ok bool) {
	if bytes.Contains(text, []byte(`"Action":`)) {
		return 0, 0, false
	}
	seen, pkg := map[string]bool{}, ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if p, is := strings.CutPrefix(line, "pkg: "); is {
			pkg = p
		}
		m := goResult.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		fields := strings.Fields(m[2])
		for i := 0; i+1 < len(fields); i += 2 {
			if _, err := strconv.ParseFloat(fields[i], 64); err != nil {
				return 0, 0, false
			}
			seen[pkg+"\x00"+m[1]+"\x00"+fields[i+1]] = true
			values++
		}
	}
	return len(seen), values, true
}

func countGoogle(text []byte) (series, values int, ok bool) {
	var doc struct{ Benchmarks []map[string]any }
	if json.Unmarshal(text, &doc) != nil {
		return 0, 0, false
	}
	seen := map[string]bool{}
	for _, row := range doc.Benchmarks {
		name, _ := row["run_name"].(string)
		if name == "" {
			name, _ = row["name"].(string)
		}
		if row["run_type"] == "aggregate" || row["error_occurred"] == true || row["time_unit"] == nil {
			continue
		}
		for key, v := range row {
			switch key {
			case "iterations", "repetitions", "repetition_index", "threads", "family_index", "per_family_instance_index":
				continue
			}
			if _, number := v.(float64); number {
				seen[name+"\x00"+key] = true
				values++
			}
		}
	}
	return len(seen), values, true
}

func countJMH(text []byte) (series, values int, ok bool) {
	type metric struct{ RawData [][]float64 }
	var doc []struct {
		PrimaryMetric    metric
		SecondaryMetrics map[string]metric
	}
	if json.Unmarshal(text, &doc) != nil {
		return 0, 0, false // "NaN" among the values
	}
	for _, b := range doc {
		for _, m := range append([]metric{b.PrimaryMetric}, mapValues(b.SecondaryMetrics)...) {
			n := 0
			for _, fork := range m.RawData {
				n += len(fork)
			}
			if values += n; n > 0 {
				series++
			}
		}
	}
	return series, values, values > 0
}

func mapValues[K comparable, V any](m map[K]V) (out []V) {
	for _, v := range m {
		out = append(out, v)
	}
	return out
}

func countHyperfine(text []byte) (series, values int, ok bool) {
	var doc struct {
		Results []struct {
			Command string
			Times   []float64
		}
	}
	if json.Unmarshal(text, &doc) != nil {
		return 0, 0, false
	}
	for _, r := range doc.Results {
		series++
		values += len(r.Times)
	}
	return series, values, true
}
