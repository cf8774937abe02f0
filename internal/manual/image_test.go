package manual

import (
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestCommentImage: the picture of README.md is of the comment that the program
// writes now. docs/images/make.sh makes it, and keeps the sums of the Markdown,
// without what is folded, and of the picture in comment.sums.
func TestCommentImage(t *testing.T) {
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../docs/images/make.sh")
	if err != nil {
		t.Fatal(err)
	}
	// The command as the script has it, in two lines.
	command := regexp.MustCompile(`(?s)"\$work/noisegate" (compare .*?) >"\$work/comment\.md"`).FindSubmatch(script)
	if command == nil {
		t.Fatal("make.sh does not say which comment it renders")
	}
	markdown, failed := shell(t, "'"+path+"' "+string(command[1]))
	if !failed {
		t.Fatal("the comment of the picture is of no regression")
	}
	markdown = regexp.MustCompile(`(?s)(<details><summary>.*?</summary>).*?</details>`).ReplaceAllString(markdown, "$1</details>")
	markdown = regexp.MustCompile(`<sub>noisegate .*</sub>`).ReplaceAllString(markdown, "<sub>noisegate</sub>")
	picture, err := os.ReadFile("../../docs/images/comment.png")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%x  comment.md\n%x  comment.png\n", sha256.Sum256([]byte(markdown)), sha256.Sum256(picture))
	sums, err := os.ReadFile("../../docs/images/comment.sums")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.ReplaceAll(string(sums), "\r", ""); got != want {
		t.Errorf("docs/images/comment.png shows an older comment: run docs/images/make.sh, look at it, and commit both files (-kept +now)\n-%s\n+%s", got, want)
	}
}
