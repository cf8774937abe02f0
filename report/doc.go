// Package report turns a decision of the gate into documents that people and
// tools read.
//
//  1. [New] wraps a [gate.Result] with links and provenance ([Meta]) into a
//     [Document]; [Parse] reads a saved one back.
//  2. [Outputs] lists the kinds of documents: a comment, a job summary, text
//     for a terminal, JSON, HTML, JUnit XML.
//  3. An [Output]'s Write turns the document into one of them.
//
// Every output sorts and words the series through the same view, so that the
// same result says the same thing everywhere. The package decides nothing:
// verdicts, reasons and numbers are the gate's.
//
// Names of benchmarks, messages of harnesses and names of files are data from
// the change under test. Nothing in them may act in a document; escape.go is
// the only way for them into one.
package report
