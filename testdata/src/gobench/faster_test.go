//go:build faster

package gobench

const extraPercent = -12
