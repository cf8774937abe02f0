// Command noisegate blocks a change for a confirmed slowdown, and never for
// noise. See "noisegate --help" and docs/.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
