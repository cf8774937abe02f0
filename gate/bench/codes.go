package bench

// The codes of notes, stable for tools that read reports.
const (
	// NoteLine: a line could not be read and was passed over.
	NoteLine = "unreadable-line"
	// NoteNotFinite: a value was NaN or infinite and was left out.
	NoteNotFinite = "not-finite"
	// NoteDuplicateKey: a JSON object holds a key twice; the first counted.
	NoteDuplicateKey = "duplicate-key"
	// NoteSurroundingText: text before or after the document was passed over.
	NoteSurroundingText = "surrounding-text"
	// NoteFailedRepetitions: some repetitions of a benchmark failed and were
	// left out.
	NoteFailedRepetitions = "failed-repetitions"
	// NoteNonPositive: values at or below zero; differences replace ratios.
	NoteNonPositive = "non-positive"
	// NoteRunsDiffer: files that were pooled hold other names or come from
	// another environment.
	NoteRunsDiffer = "runs-differ"
	// NoteUnitConflict: units or directions of one series do not agree.
	NoteUnitConflict = "unit-conflict"
	// NoteUnknownFile: a file of a folder or artifact that no reader knows
	// was passed over.
	NoteUnknownFile = "unknown-file"
	// NoteOneValue: every benchmark has one value only, which can show no
	// difference.
	NoteOneValue = "one-value"
	// NoteEmpty: a file was read but holds no benchmark.
	NoteEmpty = "empty-file"
)
