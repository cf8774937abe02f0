package main

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// numeral is what counts as a number: ASCII digits, a point, an exponent.
// strconv.ParseFloat alone would also take NaN, Inf, hexadecimal and 1_000.
var numeral = regexp.MustCompile(`^([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// errNumber is the cause of every number that cannot be read.
var errNumber = errors.New("not a number in plain decimal digits with a point")

// parseNumber reads a finite number ≥ 0 in plain decimal notation.
func parseNumber(s string) (float64, error) {
	if strings.HasPrefix(s, "-") && numeral.MatchString(s[1:]) {
		return 0, errors.New("a negative number makes no sense here")
	}
	if !numeral.MatchString(s) {
		return 0, errNumber
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) {
		return 0, errors.New("the number is too large")
	}
	return f, nil
}

// parsePercent reads "5%" or "0.05" as 0.05. A bare number of 1 or more is an
// error, since nobody can tell whether 5 means 5 % or 500 %.
func parsePercent(s string) (float64, error) {
	digits, percent := strings.CutSuffix(s, "%")
	f, err := parseNumber(digits)
	switch {
	case errors.Is(err, errNumber):
		return 0, errors.New("not a percentage; write 5% or 0.05")
	case err != nil:
		return 0, err
	case percent:
		// Dividing keeps 5% the same float as 0.05; multiplying does not.
		return f / 100, nil
	case f >= 1:
		return 0, errors.New("a bare number of 1 or more could be a percentage or a factor; write " +
			strconv.Quote(s+"%") + " or " + strconv.Quote(strconv.FormatFloat(f/100, 'g', -1, 64)))
	}
	return f, nil
}

// parseAlpha reads an error rate in (0, 0.5], as 0.05 or 5%.
func parseAlpha(s string) (float64, error) {
	f, err := parsePercent(s)
	if err != nil {
		return 0, err
	}
	if f <= 0 || f > 0.5 {
		return 0, errors.New("an error rate lies above 0 and is at most 0.5; 0.05 is usual")
	}
	return f, nil
}
