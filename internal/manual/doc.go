// Package manual holds the tests that run what the documents say: every block
// marked "console", every configuration, and the tables that come from the code.
package manual
