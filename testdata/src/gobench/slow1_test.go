//go:build slow1

package gobench

const extraPercent = 1
