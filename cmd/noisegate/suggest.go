package main

import "strings"

// orList joins words as "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// suggest returns "; did you mean …?" with the word that is nearest to text,
// or nothing where none is near.
func suggest(text string, words []string) string {
	best, distance := "", min(len(text), 1+max(2, len(text)/3))
	for _, w := range words {
		if d := editDistance(strings.ToLower(text), w); d < distance {
			best, distance = w, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// editDistance is Levenshtein's: insertions, deletions and substitutions of
// bytes, one each.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
