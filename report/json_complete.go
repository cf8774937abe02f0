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

// An object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, m := range o {
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.WriteByte("{,"[min(i, 1)])
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	if len(o) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// complete returns a value that encodes to the JSON of v with every field of
// [alwaysThere], in the order of the struct.
func complete(v reflect.Value) any {
	if _, ok := v.Interface().(json.Marshaler); ok {
		return v.Interface()
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return complete(v.Elem())
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Struct && !v.IsNil() {
			out := make([]any, v.Len())
			for i := range out {
				out[i] = complete(v.Index(i))
			}
			return out
		}
	case reflect.Struct:
		return members(v)
	}
	return v.Interface()
}

// members lists the fields of a struct, those of an embedded one in its place.
func members(v reflect.Value) object {
	out := object{}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name == "" && field.Anonymous:
			out = append(out, members(v.Field(i))...)
		case options != "omitempty" || !isEmpty(v.Field(i)):
			out = append(out, member{name, complete(v.Field(i))})
		case slices.Contains(alwaysThere[v.Type()], name) && v.Field(i).Kind() == reflect.Slice:
			out = append(out, member{name, []any{}})
		case slices.Contains(alwaysThere[v.Type()], name):
			out = append(out, member{name, nil})
		}
	}
	return out
}

// isEmpty is what encoding/json leaves out under omitempty.
func isEmpty(v reflect.Value) bool {
	return v.Kind() == reflect.Slice && v.Len() == 0 || v.IsZero() && v.Kind() != reflect.Struct
}
