package report

import "io"

// summaryLimit is what a job summary may hold: 1 MiB for all steps of a job,
// beyond which the whole summary is dropped. A caller that knows what is in
// the file already passes what is left.
const summaryLimit = 1<<20 - 4<<10

// writeSummary writes the job summary: the comment without its marker, with
// every row and the numbers behind each.
func writeSummary(w io.Writer, d *Document, o Options) error {
	m := markdown{view: newView(d), long: true}
	limit := o.MaxBytes
	if limit <= 0 {
		limit = summaryLimit
	}
	_, err := io.WriteString(w, assemble(m.sections(), limit))
	return err
}
