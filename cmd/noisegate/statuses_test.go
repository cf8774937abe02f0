package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestHelpTellsStatuses: the help of every command lists how it ends, 0 and 2
// among them, in the words of the tables.
func TestHelpTellsStatuses(t *testing.T) {
	parser, err := (&app{}).parser(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	commands := map[string]bool{"": true}
	for _, c := range parser.Model.Children {
		commands[c.Name] = true
	}
	for name := range commandStatuses {
		if !commands[name] {
			t.Errorf("there are statuses for %q, which is no command", name)
		}
	}
	for name := range commands {
		var out bytes.Buffer
		args := []string{"--help"}
		if name != "" {
			args = []string{name, "--help"}
		}
		if status := Main(context.Background(), args, nil, &out, &out, func(string) string { return "" }); status != 0 {
			t.Errorf("%s --help: status %d", name, status)
		}
		_, table, ok := strings.Cut(out.String(), "\nExit statuses:\n")
		if !ok {
			t.Errorf("%s --help does not tell the exit statuses", name)
			continue
		}
		table = strings.Join(strings.Fields(table), " ")
		seen := map[int]bool{}
		for _, s := range statusesOf(name) {
			seen[s.status] = true
			if !strings.Contains(table, fmt.Sprintf("%d %s", s.status, s.meaning)) {
				t.Errorf("%s --help does not tell %d: %s", name, s.status, s.meaning)
			}
		}
		if !seen[0] || !seen[2] {
			t.Errorf("%s: the statuses %v lack 0 or 2", name, seen)
		}
	}
}
