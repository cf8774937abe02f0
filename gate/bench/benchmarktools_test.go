package bench

import "testing"

func TestBenchmarkTools(t *testing.T) {
	const versions = `{"Julia": "1.10.4", "BenchmarkTools": "1.5.0"}`
	t.Run("names that look the same", func(t *testing.T) {
		trial := `["Trial", {"times": [1e9], "gctimes": [], "memory": null}]`
		wantList(t, "benchmarktools", `[`+versions+`, [["BenchmarkGroup", {"data": {
			"a/b": `+trial+`, "a": ["BenchmarkTools.BenchmarkGroup", {"data": {"b": `+trial+`}}]}}]]]`,
			"a/b time s lower primary 0:[1]", `["a" "b"] time s lower primary 0:[1]`)
	})
	t.Run("estimates and judgements", func(t *testing.T) {
		const advice = " of it, not its samples; save the result of run(suite) itself, not of minimum, median, mean or judge"
		wantList(t, "benchmarktools", `[`+versions+`, [["TrialEstimate", {"time": 1.0}], ["TrialJudgement", {}], ["Parameters", {}], ["Trial", {"times": []}]]]`,
			"unusable: trial: the file holds a TrialEstimate"+advice,
			"unusable: value 2 trial: the file holds a TrialJudgement"+advice,
			"unusable: value 4 trial: its trial holds no times; give it more time or samples: run(suite; samples = 20, seconds = 60)")
	})
}

func TestBenchmarkToolsErrors(t *testing.T) {
	wantSyntax(t, "benchmarktools", `[{"Julia": "1"}, []]`, "versions of BenchmarkTools")
	wantSyntax(t, "benchmarktools", `[{"BenchmarkTools": "1"}, [["Trial", {"times": [1, "x"]}]]]`, "/1/0/1/times/1")
	wantSyntax(t, "benchmarktools", `[{"BenchmarkTools": "1"}, [["Trial"`, "ends in the middle")
}
