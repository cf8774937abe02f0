package hub

import (
	"fmt"
	"path"
	"strings"
)

// matchName tells whether an artifact's name matches a name or glob.
func matchName(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return pattern == name || err == nil && ok
}

// isGlob tells whether a pattern can match other names than itself.
func isGlob(pattern string) bool { return strings.ContainsAny(pattern, `*?[\`) }

// matchPath tells whether a slash path matches any of the globs in patterns,
// one a line; "**" stands for any number of folders. No pattern matches all.
func matchPath(patterns, name string) bool {
	parts, any := strings.Split(path.Clean(name), "/"), true
	for line := range strings.SplitSeq(patterns, "\n") {
		if line = strings.TrimPrefix(strings.TrimSpace(line), "./"); line == "" {
			continue
		}
		if any = false; line == name || matchParts(strings.Split(line, "/"), parts) {
			return true
		}
	}
	return any
}

func matchParts(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for len(pattern) > 1 && pattern[1] == "**" {
				pattern = pattern[1:] // a run of them means the same as one
			}
			for i := range len(name) + 1 {
				if matchParts(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], name[0]); err != nil || !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

// checkPatterns finds globs that can never match for their syntax.
func checkPatterns(patterns ...string) error {
	for _, p := range patterns {
		for line := range strings.SplitSeq(p, "\n") {
			if _, err := path.Match(strings.TrimSpace(line), ""); err != nil {
				return fmt.Errorf("reading the pattern %q: a bracket or backslash is left open", line)
			}
		}
	}
	return nil
}
