package main

import (
	"errors"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/noisegate/noisegate/gate"
)

// ruleKeys are the keys of one rule.
var ruleKeys = []string{"benchmark", "metric", "threshold", "gate", "exact", "direction", "acknowledge"}

// rules reads the list of rules; the last that matches a series wins.
func (c *configReader) rules(n ast.Node) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return c.errorAt(n, "rules: want a list, each item with a dash")
	}
	for _, item := range list.Values {
		r := gate.Rule{}
		err := c.mapping(item, "rules: ", func(key string, k, v ast.Node) error { return c.rule(&r, key, k, v) })
		if err != nil {
			return err
		}
		if r.Threshold == nil && r.Gate == nil && r.Exact == nil && r.HigherIsBetter == nil && r.Acknowledge == nil {
			return c.errorAt(item, "rules: a rule says one of %s", strings.Join(ruleKeys[2:], ", "))
		}
		c.Rules = append(c.Rules, r)
	}
	return nil
}

// rule reads one key of a rule.
func (c *configReader) rule(r *gate.Rule, key string, k, v ast.Node) error {
	if key == "acknowledge" {
		r.Acknowledge = &gate.Acknowledgement{}
		return c.acknowledge(r.Acknowledge, k, v)
	}
	s, ok := scalar(v)
	if !ok {
		return c.errorAt(v, "rules: %s: want a single value", key)
	}
	var err error
	switch key {
	case "benchmark":
		r.Benchmark, err = s, checkGlob(s)
	case "metric":
		r.Metric, err = s, checkGlob(s)
	case "threshold":
		err = store(&r.Threshold, s, parsePercent)
	case "gate":
		err = store(&r.Gate, s, parseBool)
	case "exact":
		err = store(&r.Exact, s, parseBool)
	case "direction":
		err = store(&r.HigherIsBetter, s, direction)
	default:
		return c.errorAt(k, "rules: unknown key %q%s; known are %s", key, suggest(key, ruleKeys), strings.Join(ruleKeys, ", "))
	}
	if err != nil {
		return c.errorAt(v, "rules: %s %q: %w", key, s, err)
	}
	return nil
}

// acknowledge reads until and why; both are needed, so that nothing is
// silenced for ever or without a reason.
func (c *configReader) acknowledge(a *gate.Acknowledgement, k, v ast.Node) error {
	err := c.mapping(v, "rules: acknowledge: ", func(key string, k, v ast.Node) error {
		s, ok := scalar(v)
		if !ok {
			return c.errorAt(v, "rules: acknowledge: %s: want a single value", key)
		}
		switch key {
		case "why":
			a.Why = strings.TrimSpace(s)
			return nil
		case "until":
			until, err := time.Parse(time.DateOnly, s)
			if err != nil {
				return c.errorAt(v, "rules: acknowledge: until %q: want the last day as year-month-day, such as 2027-03-31", s)
			}
			a.Until = until
			return nil
		}
		return c.errorAt(k, "rules: acknowledge: unknown key %q; known are until, why", key)
	})
	if err == nil && (a.Until.IsZero() || a.Why == "") {
		err = c.errorAt(k, "rules: acknowledge: want until (the last day) and why")
	}
	return err
}

// store parses s into a new value of *to.
func store[T any](to **T, s string, parse func(string) (T, error)) error {
	v, err := parse(s)
	if err == nil {
		*to = &v
	}
	return err
}

// checkGlob refuses the empty pattern. Brackets may be open: a pattern that
// equals a name matches it whatever it holds.
func checkGlob(s string) error {
	if s == "" {
		return errors.New("want a name or a glob; leave the key out to match everything")
	}
	return nil
}
