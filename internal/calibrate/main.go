package main

import (
	"fmt"
)

func main() {
	for _, c := range effectGrid(map[int]int{5: 300, 50: 200, 500: 100}) {
		if !c.History || c.R == 10 {
			continue
		}
		a, o := c.byEffects()
		fmt.Printf("%-60s FW %5.1f oracle %5.1f pow %.0f/%.0f/%.0f oracle %.0f/%.0f/%.0f\n", c, 100*a.rate().Value, 100*o.rate().Value, a.power(0), a.power(1), a.power(2), o.power(0), o.power(1), o.power(2))
	}
}
