package bench

// An Environment is where and with what a run was measured. Fields that the
// format does not carry are zero, and a zero field is never a difference.
type Environment struct {
	// CPU is the model name, as the system prints it.
	CPU string `json:"cpu,omitempty"`
	// Cores is the number of logical processors.
	Cores int `json:"cores,omitempty"`
	// Procs is how many of them the program was allowed (GOMAXPROCS); for Go
	// it is 1 where names carry no suffix.
	Procs int `json:"procs,omitempty"`
	// MHz is the nominal frequency as the harness measured it.
	MHz float64 `json:"mhz,omitempty"`
	// Caches is a canonical line of the data and unified caches.
	Caches string `json:"caches,omitempty"`
	OS     string `json:"os,omitempty"`
	Arch   string `json:"arch,omitempty"`
	// Toolchain is compiler or VM with its version: "go1.26.8",
	// "OpenJDK 17.0.15", "CPython 3.11.7".
	Toolchain string `json:"toolchain,omitempty"`
	// Flags are compiler or VM flags.
	Flags string `json:"flags,omitempty"`
	// Harness is the benchmark library with its version.
	Harness string `json:"harness,omitempty"`
	// Build is "debug" or "release", empty where unknown.
	Build string `json:"build,omitempty"`
	// Scaling is "enabled" or "disabled": CPU frequency scaling.
	Scaling string `json:"scaling,omitempty"`
	// Load is the load average of the last 1, 5 and 15 minutes; nil where
	// unknown.
	Load []float64 `json:"load,omitempty"`
	Host string    `json:"host,omitempty"`
	// Date is when the run started, RFC 3339 where the harness allows it.
	Date string `json:"date,omitempty"`
	// Commit is the measured commit, where the format carries one.
	Commit string `json:"commit,omitempty"`
}
