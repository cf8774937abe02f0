package bench

import "testing"

func TestHyperfine(t *testing.T) {
	t.Run("timings are runs", func(t *testing.T) {
		wantList(t, "hyperfine", `{"results": [
			{"command": "a", "mean": 1, "times": [1.5, 2.5], "exit_codes": [0, 0]},
			{"command": "b", "mean": 3, "times": [3, 4, 5], "memory_usage_byte": [1000, 2000, 3000]}]}`,
			"a time s lower primary 0:[1.5] 1:[2.5]",
			"b time s lower primary 0:[3] 1:[4] 2:[5]",
			"b memory B lower 0:[1000] 1:[2000] 2:[3000]")
	})
	t.Run("failed timings", func(t *testing.T) {
		wantList(t, "hyperfine", `{"results": [
			{"command": "a", "times": [1, 2, 3], "exit_codes": [0, 1, null]},
			{"command": "b", "times": [1, 2], "exit_codes": [2, 2]}]}`,
			"a time s lower primary 0:[1]",
			`failed: b: exit code 2; where another exit code than 0 is expected, end the command with "|| true"`,
			"note failed-repetitions")
	})
	t.Run("parameters apart", func(t *testing.T) {
		wantList(t, "hyperfine", `{"results": [
			{"command": "sort", "times": [1], "parameters": {"n": "1", "kind": "fast"}},
			{"command": "sort", "times": [2], "parameters": {"n": "2", "kind": "fast"}},
			{"command": "tac", "times": [3], "parameters": {"n": "1", "kind": "fast"}}]}`,
			"sort[n=1] time s lower primary 0:[1]",
			"sort[n=2] time s lower primary 0:[2]",
			"tac time s lower primary 0:[3]")
	})
	t.Run("one command twice", func(t *testing.T) {
		wantList(t, "hyperfine", `{"results": [{"command": "a", "times": [1, 2]}, {"command": "a", "times": [3]}]}`,
			"a time s lower primary 0:[1] 1:[2] 2:[3]", "note pooled-duplicates")
	})
	t.Run("without times", func(t *testing.T) {
		wantList(t, "hyperfine", `{"results": [{"command": "a", "mean": 1.5, "stddev": null}]}`,
			"unusable: a: the export holds statistics of it but no times; keep the whole output of hyperfine --export-json")
	})
}

func TestHyperfineErrors(t *testing.T) {
	wantSyntax(t, "hyperfine", `{"benchmarks": []}`)
	wantSyntax(t, "hyperfine", `{"results": [{"command": "a", "times": [1, [2]]}]}`, "/results/0/times", "an array where a number was expected")
	wantSyntax(t, "hyperfine", `{"results": [{"command": "a", "times": ["1"]}]}`, "a string where a number was expected")
	wantSyntax(t, "hyperfine", `{"results": [{"command": "a", "times": [1,`, "ends in the middle")
}
