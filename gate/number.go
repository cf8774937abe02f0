package gate

import (
	"encoding/json"
	"fmt"
	"math"
)

// A Number is a float64 that survives JSON: NaN stands for unknown and is
// written as null, infinities are the strings "Infinity" and "-Infinity".
type Number float64

// Unknown is the Number that is not known.
var Unknown = Number(math.NaN())

// Known reports whether the number has a value; an infinity is one.
func (n Number) Known() bool { return !math.IsNaN(float64(n)) }

// Infinite reports whether the number is +∞ or −∞.
func (n Number) Infinite() bool { return math.IsInf(float64(n), 0) }

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	f := float64(n)
	switch {
	case math.IsNaN(f):
		return []byte("null"), nil
	case math.IsInf(f, 1):
		return []byte(`"Infinity"`), nil
	case math.IsInf(f, -1):
		return []byte(`"-Infinity"`), nil
	}
	return json.Marshal(f)
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "null":
		*n = Unknown
		return nil
	case `"Infinity"`:
		*n = Number(math.Inf(1))
		return nil
	case `"-Infinity"`:
		*n = Number(math.Inf(-1))
		return nil
	}
	var f float64
	if err := json.Unmarshal(b, &f); err != nil {
		return fmt.Errorf("reading a number: %w", err)
	}
	*n = Number(f)
	return nil
}
