package main

// effectGrid is the part of the study on the level of the effects: every
// combination that run-to-run noise, its law and the number of A/A runs make.
// Within-run noise does not enter but through its share of a location.
func effectGrid(reps map[int]int) []cell {
	var out []cell
	for _, k := range []int{5, 50, 500} {
		for _, heavy := range []bool{false, true} {
			for _, where := range []string{"machine", "series", "both", "uneven"} {
				for _, sigma := range []float64{0.01, 0.03, 0.06} {
					if k == 500 && sigma != 0.03 {
						continue // the floor scales with the noise; the threshold hardly matters here
					}
					for _, runs := range []int{3, 5, 10} {
						out = append(out, cell{K: k, N: 20, R: runs, Shape: "normal", Sigma: sigma, Where: where, Heavy: heavy, Reps: reps[k]})
					}
				}
			}
			for _, runs := range []int{3, 5, 10} {
				for _, sigma := range []float64{0.01, 0.03} {
					out = append(out, cell{K: k, N: 20, R: runs, Shape: "normal", Sigma: sigma, Where: "both", Heavy: heavy, History: true, Reps: reps[k]})
				}
			}
		}
	}
	return out
}

// judgeGrid is the part in which suites of repetitions go through gate.Judge:
// the shapes of noise inside a run, sizes, and fewer runs than a calibrated
// floor takes.
func judgeGrid(reps map[int]int) []cell {
	var out []cell
	base := cell{N: 20, R: 5, Shape: "skewed", Sigma: 0.03, Where: "series"}
	for _, k := range []int{5, 50} {
		add := func(change func(*cell)) {
			c := base
			c.K, c.Reps = k, reps[k]
			change(&c)
			if c.R < 3 && c.Sigma > 0 {
				c.Reps = max(1, c.Reps/4) // nothing is claimed for these
			}
			out = append(out, c)
		}
		for _, shape := range []string{"skewed", "bimodal", "autocorrelated"} {
			add(func(c *cell) { c.Shape, c.Sigma, c.R = shape, 0, 0 })
			add(func(c *cell) { c.Shape, c.Sigma, c.R = shape, 0, 3 })
			add(func(c *cell) { c.Shape = shape })
		}
		for _, runs := range []int{0, 1, 2, 3, 10} {
			add(func(c *cell) { c.R = runs })
		}
		for _, where := range []string{"machine", "both", "uneven"} {
			add(func(c *cell) { c.Where = where })
		}
		for _, n := range []int{5, 10} {
			add(func(c *cell) { c.N = n })
		}
		for _, sigma := range []float64{0.01, 0.06} {
			add(func(c *cell) { c.Sigma = sigma })
		}
		for _, runs := range []int{3, 5, 10} {
			add(func(c *cell) { c.Heavy, c.R = true, runs })
		}
		add(func(c *cell) { c.History = true })
		add(func(c *cell) { c.History, c.Heavy = true, true })
	}
	return out
}
