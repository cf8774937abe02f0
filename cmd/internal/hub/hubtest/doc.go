// Package hubtest is a GitHub for tests: the part of the REST API that the
// gate speaks, and a blob store beside it, over a repository held in memory.
//
// It answers as the real service does where that matters: signed addresses on
// another host that refuse a token, expired artifacts that are still listed, a
// search that ends after 1,000 results, two comments where two runs write at
// once, a comment that is too long. Faults can be put before any call. Every
// request and every answer can be held against GitHub's own description of its
// API, see [LoadDescription]; what does not agree is in [Server.Problems].
package hubtest
