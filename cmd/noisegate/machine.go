package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/noisegate/noisegate/gate/bench"
)

// machineSchema names the files that "noisegate environment" writes.
const machineSchema = "noisegate/environment/v1"

// maxMachine is the size up to which a file may be such a description, in
// bytes.
const maxMachine = 64 << 10

// A machineDocument is the content of such a file.
type machineDocument struct {
	Schema      string            `json:"schema"`
	Environment bench.Environment `json:"environment"`
}

// A machineFile is a description of a machine with the place where it lies.
type machineFile struct {
	name string
	env  bench.Environment
}

// splitMachines takes the descriptions of machines out of the inputs.
func splitMachines(ins []bench.Input) (machines []machineFile, results []bench.Input, err error) {
	for _, in := range ins {
		text, err := smallFile(in)
		if err != nil {
			return nil, nil, err
		}
		var d machineDocument
		if !bytes.Contains(text, []byte(machineSchema)) || json.Unmarshal(text, &d) != nil || d.Schema != machineSchema {
			results = append(results, in)
			continue
		}
		machines = append(machines, machineFile{in.Name, d.Environment})
	}
	return machines, results, nil
}

// smallFile returns the content of an input that is small enough to be a
// description; nothing of others.
func smallFile(in bench.Input) ([]byte, error) {
	if in.Size < 0 || in.Size > maxMachine {
		return nil, nil
	}
	r, err := in.Open()
	if err != nil {
		return nil, fmt.Errorf("%q: %w", in.Name, cause(err))
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxMachine))
	if err != nil {
		return nil, fmt.Errorf("%q: %w", in.Name, cause(err))
	}
	return text, nil
}

// fillUnknown sets the zero fields of env to those of from.
func fillUnknown(env *bench.Environment, from bench.Environment) {
	to, other := reflect.ValueOf(env).Elem(), reflect.ValueOf(from)
	for i := range to.NumField() {
		if to.Field(i).IsZero() {
			to.Field(i).Set(other.Field(i))
		}
	}
}

// thisMachine describes the machine from what Linux tells in /proc and /sys
// below root; elsewhere only what the Go runtime knows.
func thisMachine(root string, now time.Time) bench.Environment {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return ""
		}
		return string(text)
	}
	e := bench.Environment{OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(), Date: now.Format(time.RFC3339)}
	e.CPU = cpuModel(read("proc/cpuinfo"))
	e.Load = loadAverage(read("proc/loadavg"))
	if governor := strings.TrimSpace(read("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")); governor != "" {
		// "performance" holds the clock at its highest; every other governor
		// moves it. This is what Google Benchmark reports, too.
		e.Scaling = "enabled"
		if governor == "performance" {
			e.Scaling = "disabled"
		}
	}
	if host, err := os.Hostname(); err == nil {
		e.Host = host
	}
	return e
}

// cpuModel is the first "model name" of /proc/cpuinfo; on ARM, which has
// none, implementer and part as numbers.
func cpuModel(cpuinfo string) string {
	field := map[string]string{}
	for line := range strings.Lines(cpuinfo) {
		k, v, ok := strings.Cut(line, ":")
		k = strings.TrimSpace(k)
		if _, known := field[k]; ok && !known {
			field[k] = strings.TrimSpace(v)
		}
	}
	for _, k := range []string{"model name", "cpu model", "Model"} {
		if field[k] != "" {
			return field[k]
		}
	}
	if field["CPU part"] != "" {
		return "ARM " + field["CPU implementer"] + "/" + field["CPU part"]
	}
	return ""
}

// loadAverage reads the three numbers of /proc/loadavg.
func loadAverage(text string) []float64 {
	f := strings.Fields(text)
	if len(f) < 3 {
		return nil
	}
	out := make([]float64, 3)
	for i := range out {
		v, err := strconv.ParseFloat(f[i], 64)
		if err != nil {
			return nil
		}
		out[i] = v
	}
	return out
}
