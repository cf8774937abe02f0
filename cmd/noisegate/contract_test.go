package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/report"
)

var update = flag.Bool("update", false, "write the tables and goldens anew")

// actionFile is action.yml as far as the contract goes.
type actionFile struct {
	Inputs yaml.MapSlice `yaml:"inputs"`
	Output yaml.MapSlice `yaml:"outputs"`
	Runs   struct {
		Using string   `yaml:"using"`
		Image string   `yaml:"image"`
		Args  []string `yaml:"args"`
	} `yaml:"runs"`
}

// entry is an input or an output.
type entry struct{ name, description, initial string }

func entries(t *testing.T, m yaml.MapSlice) []entry {
	t.Helper()
	var out []entry
	for _, item := range m {
		mapping, ok := item.Value.(yaml.MapSlice)
		if !ok {
			t.Fatalf("%v: %T is no mapping", item.Key, item.Value)
		}
		fields := mapping.ToMap()
		e := entry{name: fmt.Sprint(item.Key), description: strings.TrimSpace(fmt.Sprint(fields["description"]))}
		if d, ok := fields["default"]; ok {
			e.initial = fmt.Sprint(d)
		}
		out = append(out, e)
	}
	return out
}

func readAction(t *testing.T) actionFile {
	t.Helper()
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var f actionFile
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.UseOrderedMap()); err != nil {
		t.Fatal(err)
	}
	return f
}

func sorted(names []string) []string {
	names = append([]string(nil), names...)
	sort.Strings(names)
	return names
}

// The inputs of action.yml are those that the code reads, with its defaults.
func TestActionInputs(t *testing.T) {
	declared := map[string]entry{}
	var names []string
	for _, e := range entries(t, readAction(t).Inputs) {
		declared[e.name] = e
		names = append(names, e.name)
		if e.description == "" {
			t.Errorf("input %q has no description", e.name)
		}
	}
	var want []string
	for _, i := range actionInputs {
		want = append(want, i.name)
		initial := i.initial
		if i.name == "github-token" {
			initial = "${{ github.token }}"
		}
		if got := declared[i.name].initial; got != initial {
			t.Errorf("input %q: default %q in action.yml, %q in the code", i.name, got, initial)
		}
	}
	for _, s := range settings {
		want = append(want, s.name)
		e := declared[s.name]
		if e.initial != "" {
			t.Errorf("input %q has a default in action.yml, which would override %s", s.name, defaultConfig)
		}
		if stated := first(s.initial, "empty"); s.name != "assumed-floor" && !strings.Contains(e.description, "Default: "+stated) {
			t.Errorf("input %q does not say Default: %s", s.name, stated)
		}
		for _, v := range s.values {
			if !strings.Contains(e.description, v) {
				t.Errorf("input %q does not name its value %q", s.name, v)
			}
		}
	}
	if !strings.Contains(declared["assumed-floor"].description, artifactFloor) {
		t.Errorf("input assumed-floor does not name its default %s", artifactFloor)
	}
	if diff := cmp.Diff(sorted(want), sorted(names)); diff != "" {
		t.Errorf("inputs (-code +action.yml)\n%s", diff)
	}
}

// The outputs of action.yml are those that the code sets.
func TestActionOutputs(t *testing.T) {
	var names []string
	for _, e := range entries(t, readAction(t).Output) {
		names = append(names, e.name)
		if e.description == "" {
			t.Errorf("output %q has no description", e.name)
		}
	}
	want := []string{"comment-url"}
	for _, o := range verdictOutputs(gate.Result{}, nil) {
		want = append(want, o.Name)
	}
	for _, f := range reportFiles {
		want = append(want, f.output)
	}
	if diff := cmp.Diff(sorted(want), sorted(names)); diff != "" {
		t.Errorf("outputs (-code +action.yml)\n%s", diff)
	}
}

// Every setting is a flag of compare, under the same name, and the other way
// round.
func TestSettingsAreFlags(t *testing.T) {
	var flags []string
	typ := reflect.TypeFor[settingFlags]()
	for i := range typ.NumField() {
		f := typ.Field(i)
		name := f.Tag.Get("name")
		if name == "config" {
			continue
		}
		flags = append(flags, name)
		s, ok := settingByName(name)
		if !ok {
			t.Errorf("flag --%s is no setting", name)
			continue
		}
		for _, v := range s.values {
			if !strings.Contains(f.Tag.Get("help"), v) && f.Tag.Get("placeholder") != "MODE" {
				t.Errorf("help of --%s does not name %q", name, v)
			}
		}
	}
	if diff := cmp.Diff(sorted(settingNames()), sorted(flags)); diff != "" {
		t.Errorf("settings (-table +flags)\n%s", diff)
	}
}

// Every flag of compare is an input of the action.
func TestFlagsAreInputs(t *testing.T) {
	inputs := map[string]bool{}
	for _, i := range actionInputs {
		inputs[i.name] = true
	}
	for _, s := range settings {
		inputs[s.name] = true
	}
	a := &app{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	parser, err := a.parser(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range parser.Model.Children {
		if command.Name != "compare" {
			continue
		}
		for _, f := range command.Flags {
			if !inputs[f.Name] {
				t.Errorf("flag --%s is no input of the action", f.Name)
			}
			if f.Help == "" {
				t.Errorf("flag --%s has no help", f.Name)
			}
		}
	}
}

// docs/action.md holds the tables of inputs and outputs.
func TestActionTables(t *testing.T) {
	f := readAction(t)
	var b strings.Builder
	b.WriteString("| input | default | |\n| --- | --- | --- |\n")
	for _, e := range entries(t, f.Inputs) {
		initial := ""
		if e.initial != "" {
			initial = "`" + e.initial + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", e.name, initial, cell(e.description))
	}
	checkTable(t, "../../docs/action.md", "inputs", b.String())
	b.Reset()
	b.WriteString("| output | |\n| --- | --- |\n")
	for _, e := range entries(t, f.Output) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", e.name, cell(e.description))
	}
	checkTable(t, "../../docs/action.md", "outputs", b.String())
}

// docs/exit-statuses.md holds the table of exit statuses.
func TestExitStatusTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("| status | name | meaning |\n| --: | --- | --- |\n")
	for i, s := range exitStatuses {
		if s.status != i {
			t.Errorf("status %d stands at place %d", s.status, i)
		}
		fmt.Fprintf(&b, "| %d | %s | %s |\n", s.status, s.name, cell(s.meaning))
	}
	checkTable(t, "../../docs/exit-statuses.md", "exit statuses", b.String())
}

// docs/outputs.md holds the table of outputs.
func TestOutputsTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("| output | |\n| --- | --- |\n")
	for _, o := range report.Outputs() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", o.Name, cell(o.Doc))
	}
	checkTable(t, "../../docs/outputs.md", "outputs", b.String())
}

// docs/configuration.md holds the table of settings.
func TestSettingsTable(t *testing.T) {
	typ := reflect.TypeFor[settingFlags]()
	help := map[string]string{}
	for i := range typ.NumField() {
		help[typ.Field(i).Tag.Get("name")] = typ.Field(i).Tag.Get("help")
	}
	var b strings.Builder
	b.WriteString("| key | default | |\n| --- | --- | --- |\n")
	for _, s := range settings {
		text := strings.NewReplacer("${formats}", strings.Join(formatNames(), ", "), "${"+strings.ReplaceAll(s.name, "-", "_")+"}", s.initial).Replace(help[s.name])
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.name, first(code(s.initial), "what each format gates"), cell(text))
	}
	checkTable(t, "../../docs/configuration.md", "settings", b.String())
}

// The example of docs/configuration.md is a configuration.
func TestConfigurationExample(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for _, part := range strings.Split(string(text), "```yaml\n")[1:] {
		example, _, _ := strings.Cut(part, "```")
		blocks++
		o := options{Settings: gate.DefaultSettings()}
		if err := parseConfig(&o, "docs/configuration.md", []byte(example)); err != nil {
			t.Error(err)
		}
		if err := o.Validate(); err != nil {
			t.Error(err)
		}
	}
	if blocks == 0 {
		t.Error("there is no example")
	}
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

func cell(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`)
}

// checkTable compares what stands between two comments of a page with the
// table; -update writes it there.
func checkTable(t *testing.T, page, name, table string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+": kept by a test -->\n", "<!-- end of "+name+" -->"
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no table %q between %q and %q", filepath.Base(page), name, begin, end)
	}
	if got == table {
		return
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+table+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s, table %q; go test ./cmd/noisegate -update writes it anew (-page +code)\n%s", filepath.Base(page), name, cmp.Diff(got, table))
}

// The manual names every format and output that there is.
func TestWordsOfTheManual(t *testing.T) {
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range report.Outputs() {
		if !strings.Contains(string(text), o.Name) {
			t.Errorf("action.yml does not name the output %q", o.Name)
		}
	}
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range bench.Formats() {
		if !strings.Contains(string(text), f.Name) {
			t.Errorf("action.yml does not name the format %q", f.Name)
		}
		if !strings.Contains(string(page), f.Name) {
			t.Errorf("docs/configuration.md does not name the format %q", f.Name)
		}
	}
}
