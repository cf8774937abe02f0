// Command fakegithub serves package hubtest's GitHub on the loopback interface
// for one run of the real action in its real container.
//
//	fakegithub FOLDER
//
// It plays the repository acme/widgets with the open pull request 7. The files
// of FOLDER/artifact, if there are any, are the artifact noisegate-baseline of
// a successful push to main, and FOLDER/comments.json, if it exists, holds the
// pull request's comments. The command prints the address of the API, serves
// until it is sent SIGTERM, and then writes FOLDER/comments.json and
// FOLDER/requests.json. With NOISEGATE_OPENAPI_DIR set it holds every request
// and answer against GitHub's own description, and exits 1 if one disagreed.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// pullRequest is the number of the only one.
const pullRequest = 7

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: fakegithub FOLDER")
		os.Exit(2)
	}
	if err := serve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "fakegithub:", err)
		os.Exit(1)
	}
}

// serve serves what folder holds until a signal, and writes what became of it.
func serve(folder string) error {
	world, err := read(folder)
	if err != nil {
		return err
	}
	var description *hubtest.Description
	if dir := os.Getenv("NOISEGATE_OPENAPI_DIR"); dir != "" {
		if description, err = hubtest.LoadDescription(dir, "api.github.com"); err != nil {
			return err
		}
	}
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, os.Interrupt)
	server := hubtest.Start(world, description)
	fmt.Println(server.URL())
	<-end
	server.Close()
	if err := write(filepath.Join(folder, "comments.json"), append([]hubtest.Comment{}, server.Comments(pullRequest)...)); err != nil {
		return err
	}
	if err := write(filepath.Join(folder, "requests.json"), server.Requests()); err != nil {
		return err
	}
	if problems := server.Problems(); len(problems) > 0 {
		return fmt.Errorf("%d requests or answers are not as GitHub describes them:\n%s", len(problems), strings.Join(problems, "\n"))
	}
	return nil
}

// read makes the repository.
func read(folder string) (*hubtest.World, error) {
	mergeBase := hubtest.SHA('b')
	world := &hubtest.World{
		Owner: "acme", Name: "widgets", ID: 1, MergeBase: mergeBase, History: []string{mergeBase},
		Pulls: []hubtest.Pull{{Number: pullRequest, HeadSHA: hubtest.SHA('c'), HeadRef: "faster-parser", HeadID: 1, BaseSHA: hubtest.SHA('a')}},
	}
	files, err := artifact(filepath.Join(folder, "artifact"))
	if err != nil {
		return nil, err
	}
	if len(files) > 0 {
		world.Runs = []hubtest.Run{{ID: 500, SHA: mergeBase, Created: hubtest.Day(5), HeadRepository: 1}}
		world.Artifacts = []hubtest.Artifact{{ID: 900, Name: "noisegate-baseline", RunID: 500, Created: hubtest.Day(5), Data: hubtest.Zip(files...)}}
	}
	data, err := os.ReadFile(filepath.Join(folder, "comments.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return world, nil
	}
	var comments []hubtest.Comment
	if err == nil {
		err = json.Unmarshal(data, &comments)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the comments: %w", err)
	}
	world.Comments = map[int][]hubtest.Comment{pullRequest: comments}
	return world, nil
}

// artifact returns the files of a folder, pairs of name and content; a folder
// that does not exist has none.
func artifact(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the artifact: %w", err)
	}
	var files []string
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading the artifact: %w", err)
		}
		files = append(files, e.Name(), string(data))
	}
	return files, nil
}

// write stores a value as JSON.
func write(file string, value any) error {
	data, err := json.MarshalIndent(value, "", "  ")
	if err == nil {
		err = os.WriteFile(file, append(data, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("writing %q: %w", file, err)
	}
	return nil
}
