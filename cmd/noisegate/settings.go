package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
)

// options are what a setting can set: the gate's settings and the format.
type options struct {
	gate.Settings
	// Format is the word of --format; empty detects.
	Format string
	// assumedFloorGiven says that somebody chose the assumed floor, so that
	// the action's own default does not apply.
	assumedFloorGiven bool
}

// A setting has one name in flags, action inputs and the configuration file.
type setting struct {
	// name is the flag without dashes, the input and the key.
	name string
	// values are the words that it takes, for messages; nil where it takes
	// anything else.
	values []string
	// initial is the default as a user would write it.
	initial string
	// set parses the text and stores it.
	set func(o *options, s string) error
}

// settings is the table that flags, inputs, configuration file and their
// documentation are held together by (contract_test.go).
var settings = []setting{
	{name: "format", initial: "auto", set: setFormat},
	{name: "metrics", initial: "", set: setMetrics},
	{name: "threshold", initial: "5%", set: func(o *options, s string) (err error) {
		o.Threshold, err = parsePercent(s)
		return err
	}},
	{name: "alpha", initial: "0.05", set: func(o *options, s string) (err error) {
		o.Alpha, err = parseAlpha(s)
		return err
	}},
	word("correction", func(o *options, v gate.Correction) { o.Correction = v },
		gate.Bonferroni, gate.Holm, gate.NoCorrection),
	{name: "floor", initial: "auto", set: setFloor},
	{name: "assumed-floor", initial: "0%", set: func(o *options, s string) (err error) {
		o.AssumedFloor, err = parsePercent(s)
		o.assumedFloorGiven = true
		return err
	}},
	word("fail-on", func(o *options, v gate.FailOn) { o.FailOn = v },
		gate.FailOnRegression, gate.FailOnUnresolved, gate.FailOnNever),
	word("no-baseline", func(o *options, v string) { o.FailNoBaseline = v == "fail" }, "warn", "fail"),
	word("removed", func(o *options, v string) { o.FailRemoved = v == "fail" }, "warn", "fail"),
	word("environment", func(o *options, v gate.EnvironmentMode) { o.Environment = v },
		gate.EnvironmentWarn, gate.EnvironmentIgnore, gate.EnvironmentFail),
	{name: "warmup", initial: "0", set: setWarmup},
	{name: "outlier-limit", initial: "none", set: setOutlierLimit},
}

// word is a setting that takes one of a few words, the first by default.
func word[T ~string](name string, store func(*options, T), words ...T) setting {
	s := setting{name: name, initial: string(words[0])}
	for _, w := range words {
		s.values = append(s.values, string(w))
	}
	s.set = func(o *options, text string) error {
		for _, w := range words {
			if string(w) == text {
				store(o, w)
				return nil
			}
		}
		return errors.New("want " + orList(s.values) + suggest(text, s.values))
	}
	return s
}

// settingByName finds a setting of the table.
func settingByName(name string) (setting, bool) {
	for _, s := range settings {
		if s.name == name {
			return s, true
		}
	}
	return setting{}, false
}

// settingNames are the names of the table in its order.
func settingNames() []string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.name
	}
	return names
}

func setFormat(o *options, s string) error {
	if s == "auto" {
		o.Format = ""
		return nil
	}
	if _, ok := bench.FormatByName(s); !ok {
		names := formatNames()
		return errors.New("unknown format; want " + orList(names) + suggest(s, names))
	}
	o.Format = s
	return nil
}

// formatNames are the words of --format.
func formatNames() []string {
	names := []string{"auto"}
	for _, f := range bench.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// setMetrics takes globs between commas, or one a line. An empty list keeps
// what the formats gate.
func setMetrics(o *options, s string) error {
	o.Metrics = nil
	for _, m := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '\n' }) {
		if m = strings.TrimSpace(m); m != "" {
			o.Metrics = append(o.Metrics, m)
		}
	}
	if o.Metrics == nil && strings.TrimSpace(s) != "" {
		return errors.New("no metric between the commas")
	}
	return nil
}

func setFloor(o *options, s string) error {
	o.FloorValue = 0
	switch s {
	case "auto":
		o.Floor = gate.FloorAuto
		return nil
	case "none":
		o.Floor = gate.FloorNone
		return nil
	}
	f, err := parsePercent(s)
	if err != nil {
		return fmt.Errorf("want auto, none or a percentage: %w", err)
	}
	o.Floor, o.FloorValue = gate.FloorFixed, f
	return nil
}

func setWarmup(o *options, s string) error {
	o.Warmup, o.WarmupAuto = 0, s == "auto"
	if o.WarmupAuto {
		return nil
	}
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil || s[0] == '+' {
		return errors.New("want auto or a number of repetitions to drop")
	}
	o.Warmup = int(n)
	return nil
}

func setOutlierLimit(o *options, s string) error {
	o.OutlierLimit = 0
	if s == "none" {
		return nil
	}
	f, err := parseNumber(s)
	if err != nil {
		return fmt.Errorf("want none or a factor of the median such as 5: %w", err)
	}
	if f != 0 && f <= 1 {
		return errors.New("a factor of the median is above 1; 5 removes what is beyond 5 times the median")
	}
	o.OutlierLimit = f
	return nil
}
