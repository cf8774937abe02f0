// Package gate decides whether a change may pass.
//
// [Judge] takes the two sides of a comparison, what is known of the noise,
// and the team's [Settings], and returns a [Result]: exactly one verdict for
// each series, one for the whole, and the numbers behind them. It is a pure
// function: it reads no file, asks no clock and draws no random number, so
// the same input always gets the same answer.
package gate
