// Package manual holds the tests that run what the documents say: every block
// marked "console" of the files that it lists.
package manual
