package main

import (
	"fmt"
	"runtime/debug"
)

// stamped is set by the linker: -X main.stamped=v1.2.3.
var stamped string

// version is the version of this program: stamped by the build, or what the
// Go toolchain knows of the module.
func version() string {
	if stamped != "" {
		return stamped
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

type versionCmd struct{}

// Run prints the version.
func (*versionCmd) Run(a *app) error {
	_, err := fmt.Fprintf(a.stdout, "noisegate %s\n", version())
	return err
}
