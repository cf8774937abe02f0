package report

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// alwaysThere are the fields that a report has even where nothing is known of
// them: a reader of the JSON finds null, or an empty list, and need not tell
// "unknown" from "written by a program that does not know the field".
var alwaysThere = map[reflect.Type][]string{
	reflect.TypeFor[gate.Series]():  {"reason", "method", "observation", "floor_source", "repetitions_needed"},
	reflect.TypeFor[gate.Side]():    {"sha", "run_ids", "merge_base"},
	reflect.TypeFor[gate.Warning](): {"series", "advice"},
}

// appendJSON appends the JSON of v with every field of [alwaysThere], in the
// order of the struct. Each value is encoded once: a report is large.
func appendJSON(out []byte, v reflect.Value) ([]byte, error) {
	_, encodes := v.Interface().(json.Marshaler)
	switch {
	case encodes:
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return appendJSON(out, v.Elem())
	case v.Kind() == reflect.Struct:
		out, err := appendFields(append(out, '{'), v)
		return append(out, '}'), err
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct && !v.IsNil():
		out = append(out, '[')
		for i := range v.Len() {
			var err error
			if out, err = appendJSON(comma(out), v.Index(i)); err != nil {
				return out, err
			}
		}
		return append(out, ']'), nil
	}
	b, err := json.Marshal(v.Interface())
	return append(out, b...), err
}

// appendFields appends the fields of a struct, those of an embedded one in its
// place.
func appendFields(out []byte, v reflect.Value) ([]byte, error) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		var err error
		switch {
		case name == "-":
		case name == "" && field.Anonymous:
			out, err = appendFields(out, v.Field(i))
		case options != "omitempty" || !isEmpty(v.Field(i)):
			out, err = appendJSON(append(append(comma(out), '"'), name+`":`...), v.Field(i))
		case !slices.Contains(alwaysThere[v.Type()], name):
		case v.Field(i).Kind() == reflect.Slice:
			out = append(append(comma(out), '"'), name+`":[]`...)
		default:
			out = append(append(comma(out), '"'), name+`":null`...)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// comma appends one where something stands before.
func comma(out []byte) []byte {
	if last := out[len(out)-1]; last == '{' || last == '[' {
		return out
	}
	return append(out, ',')
}

// completeJSON is the indented JSON of a struct.
func completeJSON(v any) ([]byte, error) {
	plain, err := appendJSON(nil, reflect.ValueOf(v))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, plain, "", "  ")
	return out.Bytes(), err
}

// isEmpty is what encoding/json leaves out under omitempty.
func isEmpty(v reflect.Value) bool {
	return v.Kind() == reflect.Slice && v.Len() == 0 || v.IsZero() && v.Kind() != reflect.Struct
}
