package bench

import "testing"

func FuzzJMH(f *testing.F)             { fuzzReader(f, "jmh", jmhSample, jmhModes) }
func FuzzHyperfine(f *testing.F)       { fuzzReader(f, "hyperfine") }
func FuzzPytest(f *testing.F)          { fuzzReader(f, "pytest") }
func FuzzCriterion(f *testing.F)       { fuzzReader(f, "criterion", "[[1,2],[3,4]]") }
func FuzzBenchmarkDotNet(f *testing.F) { fuzzReader(f, "benchmarkdotnet") }
func FuzzBenchmarkTools(f *testing.F)  { fuzzReader(f, "benchmarktools") }
func FuzzCatch2(f *testing.F)          { fuzzReader(f, "catch2") }
func FuzzVitest(f *testing.F)          { fuzzReader(f, "vitest") }
