package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// maxPosts bounds how many first comments one UpsertComment writes: one, and
// one more where the first was deleted at once or its answer was lost.
const maxPosts = 2

// catchUp makes up for a list that lags behind: what is known to be deleted
// leaves it, and the comment written last is asked for by its id where the
// list lacks it or shows an older text.
func (w *writer) catchUp(ctx context.Context, own []issueComment) ([]issueComment, error) {
	own = slices.DeleteFunc(own, func(k issueComment) bool { return w.dead[k.GetID()] })
	if w.wrote == 0 || w.dead[w.wrote] {
		return own, nil
	}
	at := slices.IndexFunc(own, func(k issueComment) bool { return k.GetID() == w.wrote })
	if at >= 0 && !w.mine.newer(own[at].version) {
		return own, nil
	}
	k, found, err := w.fetch(ctx, w.wrote)
	if err != nil {
		return nil, err
	}
	if at >= 0 {
		own = slices.Delete(own, at, at+1)
	}
	if !found {
		return own, nil
	}
	// It is known to be ours, so its author and whether it has been hidden
	// since do not matter; a text without the marker is somebody else's now.
	if v, ok := parseMarker(k.GetBody(), w.m.Key); ok && k.GetID() == w.wrote {
		k.version = v
		own = append(own, k)
	}
	return own, nil
}

// fetch asks for one comment by its id, and remembers where there is none.
func (w *writer) fetch(ctx context.Context, id int64) (k issueComment, found bool, err error) {
	k, _, err = ask(ctx, w.c, call{permission: permissionComment}, get[issueComment](w.c.path(fmt.Sprintf("issues/comments/%d", id)), nil))
	var e *Error
	if errors.As(err, &e) && (e.Status == http.StatusNotFound || e.Status == http.StatusGone) {
		if w.dead == nil {
			w.dead = make(map[int64]bool)
		}
		w.dead[id] = true
		return k, false, nil
	}
	return k, err == nil, err
}

// tooManyPosts is why no further first comment is written.
func (w *writer) tooManyPosts() error {
	if w.lost != nil {
		return w.lost
	}
	return &Error{Call: fmt.Sprintf("POST /repos/%s/%s/issues/%d/comments", w.c.owner, w.c.name, w.pr),
		Message: fmt.Sprintf("the comment was written %d times and is not there", maxPosts)}
}
