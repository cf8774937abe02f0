package bench

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBuilder(t *testing.T) {
	ns := Metric{Name: "time", Unit: "ns", Direction: LowerIsBetter, Primary: true}
	us := Metric{Name: "time", Unit: "us", Direction: LowerIsBetter, Primary: true}
	tests := []struct {
		name  string
		build func(b *Builder)
		want  []string
	}{
		{"one unit on both lines", func(b *Builder) {
			b.Add("", "A", ns, 2000)
			b.Add("", "A", us, 3)
		}, []string{"A time [s lower primary] 2e-06 3e-06"}},
		{"runs stay apart, groups too", func(b *Builder) {
			b.StartRun(nil)
			b.Add("p", "A", us, 1)
			b.Add("q", "A", us, 2)
			b.StartRun(nil)
			b.Add("p", "A", us, 3)
		}, []string{"p A time [s lower primary] 1e-06 | 3e-06", "q A time [s lower primary] 2e-06"}},
		{"no value that is not finite", func(b *Builder) {
			b.Add("", "A", us, 1)
			b.Add("", "A", us, math.NaN())
			b.Add("", "A", us, math.Inf(1))
			b.Add("", "B", us, math.Inf(-1))
		}, []string{"A time [s lower primary] 1e-06", "unusable B time: no value is finite", "note not-finite", "note not-finite"}},
		{"another unit", func(b *Builder) {
			b.Add("", "A", us, 1)
			b.Add("", "A", Metric{Name: "time", Unit: "cycles", Direction: LowerIsBetter}, 1)
			b.Add("", "A", us, 2)
		}, []string{`unusable A time: the unit is "s" in one place and "cycles" in another`, "note unit-conflict"}},
		{"another direction", func(b *Builder) {
			b.Add("", "A", us, 1)
			b.Add("", "A", Metric{Name: "time", Unit: "us", Direction: HigherIsBetter}, 1)
		}, []string{"unusable A time: lower is better in one place and higher in another", "note unit-conflict"}},
		{"a direction learned later", func(b *Builder) {
			b.Add("", "A", Metric{Name: "x"}, 1)
			b.Add("", "A", Metric{Name: "x", Direction: HigherIsBetter}, 2)
		}, []string{"A x [ higher] 1 2"}},
		{"some repetitions failed", func(b *Builder) {
			b.Add("", "A", us, 1)
			b.Problem(Problem{Benchmark: "A", Kind: Failed, Message: "boom"})
			b.Problem(Problem{Benchmark: "A", Kind: Failed, Message: "boom again"})
		}, []string{"A time [s lower primary] 1e-06", "note failed-repetitions"}},
		{"all repetitions failed", func(b *Builder) {
			b.Problem(Problem{Benchmark: "A", Kind: Failed, Message: "boom"})
			b.Problem(Problem{Benchmark: "A", Kind: Failed, Message: "boom again"})
		}, []string{"failed A: boom"}},
		{"a package that failed stays one", func(b *Builder) {
			b.Add("p", "A", us, 1)
			b.Problem(Problem{Group: "p", Kind: Failed, Message: "FAIL"})
		}, []string{"p A time [s lower primary] 1e-06", "failed p : FAIL"}},
		{"zero and below", func(b *Builder) {
			b.Add("", "A", us, 0)
			b.Add("", "A", us, -1)
			b.Add("", "B", Metric{Name: "B/op", Unit: "B/op", Primary: true, Count: true}, 0)
		}, []string{"A time [s lower primary] 0 -1e-06", "B B/op [B/op unknown primary count] 0", "note non-positive"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBuilder("f", "test")
			tt.build(b)
			if diff := cmp.Diff(tt.want, brief(b.Set())); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestBuilderCounts(t *testing.T) {
	b := NewBuilder("f", "test")
	m := Metric{Name: "time", Unit: "s"}
	for range 3 {
		b.StartRun(nil)
		b.addAll("", "A", m, []float64{1, 2, math.NaN()})
	}
	s := b.Set()
	if diff := cmp.Diff(File{Name: "f", Format: "test", Runs: 3, Values: 6}, s.Files[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s.Series[0].Len() != 6 || len(s.Series[0].Values()) != 6 {
		t.Errorf("Len %d, Values %v, want 6", s.Series[0].Len(), s.Series[0].Values())
	}
	if s.Notes[0].Message != "A time: 3 of 9 values are NaN or infinite and were left out" {
		t.Error(s.Notes[0].Message)
	}
}
