package stats

// A Method is one entry of the list of what this package can do.
type Method struct {
	// Name is the Go name of the function.
	Name string
	// Doc says in one line what it estimates or tests.
	Doc string
	// Source is where the method comes from.
	Source string
}

// Methods returns all statistical methods of this package, for documents and
// for a test that holds each to its properties.
func Methods() []Method {
	return []Method{
		{"MannWhitneyU", "exact two-sided rank test of two samples, ties included", "Mann, Whitney 1947; Streitberg, Röhmel 1986; Skovgaard 1987"},
		{"HodgesLehmann", "oriented effect: median of the pairwise ratios, with the interval that the test gives", "Hodges, Lehmann 1963; Bauer 1972"},
		{"MedianInterval", "median with its exact bootstrap interval", "Maritz, Jarrett 1978; Evans, Leemis, Drew 2006"},
		{"MedianChange", "plain change of the medians with the exact bootstrap interval of their ratio", "Maritz, Jarrett 1978"},
		{"RepetitionsNeeded", "observations a side that find an effect with a given power", "Noether 1987"},
		{"Resolution", "smallest effect that given sizes find with a given power", "Noether 1987"},
		{"LogNoise", "robust standard deviation of logarithms", "Croux, Rousseeuw 1992"},
		{"Kendall", "exact test for a trend over the order of measurement", "Kendall 1938; Mann 1945"},
		{"Modes", "groups of values set apart by wide gaps", "own criterion, false-alarm rate measured"},
		{"Warmup", "number of leading repetitions that are slower", "own criterion, false-alarm rate measured"},
		{"Granularity", "step to which values were rounded", "counting"},
		{"FitVariances", "prior of the variances of a suite, to moderate each with", "Smyth 2004"},
		{"FitSuiteNoise", "limits for a further run of the same code, for each series and for the suite: the calibrated floor", "Smyth 2004; von Neumann et al. 1941; own tail, false-block rate measured"},
		{"Bonferroni", "p-values adjusted for many tests", "Bonferroni 1936"},
		{"Holm", "p-values adjusted for many tests, step-down", "Holm 1979"},
		{"ClopperPearson", "share with its exact interval", "Clopper, Pearson 1934"},
	}
}
