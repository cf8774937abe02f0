//go:build slow10

package gobench

const extraPercent = 10
