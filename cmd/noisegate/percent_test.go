package main

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestParsePercent(t *testing.T) {
	good := map[string]float64{
		"5%": 0.05, "0.05": 0.05, "2.5%": 0.025, "0%": 0, "0": 0, "105%": 1.05, "1e-3": 0.001, ".5%": 0.005, "5.%": 0.05,
		"0.999": 0.999, "100%": 1, "00.05": 0.05,
	}
	for in, want := range good {
		if got, err := parsePercent(in); err != nil || got != want {
			t.Errorf("parsePercent(%q) = %v, %v, want %v", in, got, err, want)
		}
	}
	bad := []string{
		"", "%", "5", "1", "1.0", "105", "5%%", "%5", "-5%", "-0.05", "+5%", "+0.05", "NaN", "nan%", "Inf", "-Inf", "inf%", "infinity",
		"0x1p-4", "0x10%", "1_000", "0_1", "0,05", "5,0%", "5 percent", "5 %", " 5%", "5%\n", "٥%", "５%", "abc", "5e", "e5", ".", ".%",
		"1e999%", "1e999", "--5%", "5%5", "0.05 # comment",
	}
	for _, in := range bad {
		if got, err := parsePercent(in); err == nil {
			t.Errorf("parsePercent(%q) = %v, want an error", in, got)
		}
	}
}

func TestParseAlpha(t *testing.T) {
	for in, want := range map[string]float64{"0.05": 0.05, "5%": 0.05, "0.5": 0.5, "50%": 0.5, "1e-6": 1e-6} {
		if got, err := parseAlpha(in); err != nil || got != want {
			t.Errorf("parseAlpha(%q) = %v, %v, want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"0", "0%", "0.0", "1.5", "1", "0.6", "51%", "NaN", "-0.05", "0.05 # comment", "", "1e-999"} {
		if got, err := parseAlpha(in); err == nil {
			t.Errorf("parseAlpha(%q) = %v, want an error", in, got)
		}
	}
}

// Whatever the text, a percentage that is accepted is finite and at least 0.
func TestPercentIsNeverStrange(t *testing.T) {
	piece := rapid.SampledFrom([]string{"0", "5", "9", ".", ",", "e", "E", "-", "+", "%", "_", "x", "n", "a", " ", "∞", "٥"})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, p := range rapid.SliceOfN(piece, 0, 8).Draw(t, "pieces") {
			text += p
		}
		f, err := parsePercent(text)
		if err == nil && (!(f >= 0) || math.IsInf(f, 0)) {
			t.Fatalf("parsePercent(%q) = %v", text, f)
		}
	})
}
