// Package bench holds the model of benchmark results and a reader for every
// harness.
//
// A file becomes a verdict's input in four steps:
//
//  1. [Detect] looks at the first bytes of an [Input] and names its [Format].
//  2. The format's reader hands values, failures and the environment to a
//     [Builder], which normalises units and keeps the measured order.
//  3. The builder yields a [Set]: the runs of one file and their series.
//  4. [Merge] pools the sets of one side; the same series in two files is two
//     runs, disjoint files are shards.
//
// The package knows nothing of statistics or verdicts: it never averages,
// drops or compares a value. What a harness reports as an aggregate is not a
// value, and never becomes one here.
package bench
