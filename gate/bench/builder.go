package bench

// A Builder collects what a reader finds in one file. Readers start a run,
// say where it was measured, and add values in measured order; units are
// normalised and non-finite values refused here, so that no reader can forget
// to.
type Builder struct {
	set   Set
	index map[Key]*Series
}

// A Metric describes what is measured, at the door of the model.
type Metric struct {
	Name string
	// Unit is the unit in the file; the builder normalises it.
	Unit string
	// Direction, Primary and Count are as in [Series].
	Direction Direction
	Primary   bool
	Count     bool
}
