// Package layout holds the tests that keep the shape of this repository: who
// may import whom, behind which door a third-party module stays, which
// packages are pure, how long a file may get, and that every exported name is
// documented. docs/layout.md tells the reasons.
package layout
