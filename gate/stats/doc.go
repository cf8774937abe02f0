// Package stats compares two samples of measurements.
//
// It is not a general statistics library: it holds what a benchmark gate
// needs, and nothing that draws random numbers. Every function is a pure
// function of its arguments.
package stats
