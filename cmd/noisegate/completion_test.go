package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// completionScript is what the command prints for a shell.
func completionScript(t *testing.T, shell string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := Main(context.Background(), []string{"completion", shell}, nil, &out, &errs, func(string) string { return "" }); status != 0 {
		t.Fatalf("completion %s: exit %d, %s", shell, status, errs.String())
	}
	return out.String()
}

func needShell(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s here", name)
	}
	return path
}

// Every script is one that its shell can read.
func TestCompletionParses(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			cmd := exec.Command(needShell(t, shell), "-n")
			cmd.Stdin = strings.NewReader(completionScript(t, shell))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s -n: %v\n%s", shell, err, out)
			}
		})
	}
}

// A folder with files to complete.
func completionFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"base 1.json", "base2.json", "other.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "baselines"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCompletionInBash asks the function as bash does: with the words of the
// line, where an equals sign is a word of its own.
func TestCompletionInBash(t *testing.T) {
	bash, dir, script := needShell(t, "bash"), completionFolder(t), completionScript(t, "bash")
	check := func(want string, words ...string) {
		t.Helper()
		text := script + `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _noisegate; printf '%s\n' "${COMPREPLY[@]}"`
		cmd := exec.Command(bash, append([]string{"--norc", "-c", text, "bash"}, words...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v\n%s", words, err, out)
		}
		if diff := cmp.Diff(sorted(strings.Split(want, "|")), sorted(strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"))); diff != "" {
			t.Errorf("%q (-want +got)\n%s", words, diff)
		}
	}
	check("compare|completion|convert", "noisegate", "co")
	check("--help", "noisegate", "--h")
	check("--correction", "noisegate", "compare", "--corr")
	check("bonferroni|holm|none", "noisegate", "compare", "--correction", "")
	check("holm", "noisegate", "compare", "--correction", "=", "h")
	check("regression|unresolved|never", "noisegate", "compare", "--fail-on", "=")
	check("base 1.json|base2.json|baselines", "noisegate", "compare", "--baseline", "base")
	check("base 1.json|base2.json|baselines", "noisegate", "compare", "--baseline", "=", "base")
	check("base2.json", "noisegate", "compare", "--baseline", "other.txt", "base2")
	check("json|junit", "noisegate", "compare", "--output", "j")
	check("other.txt", "noisegate", "compare", "--output", "json", "=", "oth")
	check("", "noisegate", "compare", "--threshold", "")
	check("other.txt", "noisegate", "convert", "-o", "o")
	check("bash|zsh|fish", "noisegate", "completion", "")
	check("", "noisegate", "version", "")
	check("", "noisegate", "nonsense", "")
}

func TestCompletionInFish(t *testing.T) {
	fish, dir, script := needShell(t, "fish"), completionFolder(t), completionScript(t, "fish")
	check := func(want, line string) {
		t.Helper()
		cmd := exec.Command(fish, "--no-config", "-c", script+"\ncomplete -C "+fishQuote(line))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v\n%s", line, err, out)
		}
		var got []string
		for l := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSuffix(l, "\n"), "\t")
			got = append(got, word)
		}
		if diff := cmp.Diff(sorted(strings.Split(want, "|")), sorted(got)); diff != "" {
			t.Errorf("%q (-want +got)\n%s", line, diff)
		}
	}
	check("compare|completion|convert", "noisegate co")
	check("bonferroni|holm|none", "noisegate compare --correction ")
	check("--fail-on=regression", "noisegate compare --fail-on=regr")
	check("base2.json", "noisegate compare --baseline base2")
	check("bash|zsh|fish", "noisegate completion ")
}

// TestCompletionHasEveryFlag keeps the scripts from forgetting a command or a
// flag.
func TestCompletionHasEveryFlag(t *testing.T) {
	parser, err := (&app{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}).parser(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	bash, zsh, fish := completionScript(t, "bash"), completionScript(t, "zsh"), completionScript(t, "fish")
	for _, command := range parser.Model.Children {
		for shell, text := range map[string]string{"bash": bash, "zsh": zsh, "fish": fish} {
			if !strings.Contains(text, command.Name) {
				t.Errorf("%s: command %s is missing", shell, command.Name)
			}
		}
		for _, f := range command.Flags {
			if !strings.Contains(bash, " --"+f.Name) || !strings.Contains(zsh, "--"+f.Name) ||
				!strings.Contains(fish, "__fish_seen_subcommand_from "+command.Name+"' -l "+f.Name) {
				t.Errorf("%s --%s is missing", command.Name, f.Name)
			}
		}
	}
}

// TestExamples runs the examples of every command's help in a folder that has
// the files they name. Each must end as its results say: without a regression.
func TestExamples(t *testing.T) {
	bash, dir := needShell(t, "bash"), t.TempDir()
	parser, err := (&app{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}).parser(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"": true}
	for _, c := range parser.Model.Children {
		known[c.Name] = true
		if len(examples[c.Name]) == 0 && c.Name != "version" {
			t.Errorf("command %s has no example", c.Name)
		}
	}
	copyTo := func(from string, names ...string) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join("../../testdata", from))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	copyTo("googlebenchmark/baseline.json", "base.json", "base/1.json", "main/1.json", "aa/1.json", "pilot.json", "pilot/1.json")
	copyTo("googlebenchmark/aa-1.json", "base-again/1.json", "main-again/1.json", "aa/2.json", "pilot/2.json")
	copyTo("googlebenchmark/aa-2.json", "aa/3.json")
	copyTo("googlebenchmark/unchanged.json", "head.json", "head/1.json", "change/1.json", "aa/4.json")
	copyTo("gobench/baseline.txt", "base.txt")
	copyTo("gobench/unchanged.txt", "head.txt")
	copyTo("../gate/bench/testdata/criterion/criterion/fib 10/new/sample.json", "target/criterion/fib/new/sample.json")
	github := hubtest.Start(&hubtest.World{Owner: "acme", Name: "widgets", ID: 1, Pulls: []hubtest.Pull{{Number: 7, HeadSHA: strings.Repeat("b", 40)}}}, nil)
	defer github.Close()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("results.json", `[{"name": "start", "unit": "ms", "value": 212}, {"name": "start", "unit": "ms", "value": 209}]`)
	if err := os.Mkdir(filepath.Join(dir, "results"), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(line string) {
		t.Helper()
		cmd := exec.Command(bash, "-c", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GITHUB_API_URL="+github.URL(), "GITHUB_TOKEN=ghs_ofTheTest")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	run("noisegate compare -q --baseline base.json --candidate head.json --output json=report.json")
	for name, lines := range examples {
		if !known[name] {
			t.Errorf("there are examples for %q, which is no command", name)
		}
		for _, line := range lines {
			if strings.HasSuffix(line, "| source") {
				continue // fish: TestCompletionInFish
			}
			if strings.HasPrefix(line, "INPUT_") {
				line = "env " + line // as a shell without variables of such names would
			}
			run(line)
		}
	}
}
