//go:build !slow10 && !slow1 && !faster

package gobench

const extraPercent = 0
