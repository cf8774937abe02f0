package hubtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

// listed are the comments that a list shows.
func (s *Server) listed(number int) []Comment {
	if s.world.Listed != nil {
		return s.world.Listed[number]
	}
	return s.world.Comments[number]
}

func (s *Server) listComments(i in) answer {
	number := int(i.number("issue_number"))
	part, link := pageOf(s, i.path(fmt.Sprintf("/issues/%d/comments", number)), i.query, s.listed(number))
	if s.world.Gitea {
		part, link = s.listed(number), ""
	}
	out := []any{}
	for _, c := range part {
		out = append(out, s.commentObject(c, number))
	}
	return answer{status: 200, body: out, link: link}
}

// body reads the text of a comment, or gives the answer that refuses it.
func (s *Server) body(i in) (string, *answer) {
	var b struct {
		Body string `json:"body"`
	}
	limit := or(s.world.CommentLimit, 65536)
	if err := json.Unmarshal(i.body, &b); err != nil || b.Body == "" || utf8.RuneCountInString(b.Body) > limit {
		return "", &answer{status: 422, body: object{"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest",
			"errors": []any{object{"resource": "IssueComment", "field": "data", "code": "unprocessable",
				"message": fmt.Sprintf("Body is too long (maximum is %d characters)", limit)}}}}
	}
	return b.Body, nil
}

func (s *Server) createComment(i in) answer {
	number := int(i.number("issue_number"))
	for _, p := range s.world.Pulls {
		if p.Number == number && p.Locked {
			return answer{status: 403, body: object{"message": "Unable to create comment because issue is locked.", "documentation_url": "https://docs.github.com/rest"}}
		}
	}
	text, refusal := s.body(i)
	if refusal != nil {
		return *refusal
	}
	s.nextID++
	c := Comment{ID: s.nextID, Login: s.world.login(), Body: text}
	s.world.Comments[number] = append(s.world.Comments[number], c)
	return answer{status: 201, body: s.commentObject(c, number)}
}

// comment finds a comment by its id.
func (s *Server) comment(id int64) (number, at int, ok bool) {
	for number, list := range s.world.Comments {
		if at := slices.IndexFunc(list, func(c Comment) bool { return c.ID == id }); at >= 0 {
			return number, at, true
		}
	}
	return 0, 0, false
}

func (s *Server) getComment(i in) answer {
	number, at, ok := s.comment(i.number("comment_id"))
	if !ok {
		return notFound
	}
	return answer{status: 200, body: s.commentObject(s.world.Comments[number][at], number)}
}

func (s *Server) updateComment(i in) answer {
	number, at, ok := s.comment(i.number("comment_id"))
	if ok && s.world.VanishOnUpdate {
		s.world.Comments[number] = slices.Delete(slices.Clone(s.world.Comments[number]), at, at+1)
		ok = false
	}
	if !ok {
		return notFound
	}
	text, refusal := s.body(i)
	if refusal != nil {
		return *refusal
	}
	c := &s.world.Comments[number][at]
	c.Body = text
	c.Writes++
	return answer{status: 200, body: s.commentObject(*c, number)}
}

func (s *Server) deleteComment(i in) answer {
	number, at, ok := s.comment(i.number("comment_id"))
	if !ok {
		return notFound
	}
	s.world.Comments[number] = slices.Delete(slices.Clone(s.world.Comments[number]), at, at+1)
	return answer{status: 204}
}

func (s *Server) createCheck(i in) answer {
	var body object
	if json.Unmarshal(i.body, &body) != nil {
		return answer{status: 422, body: object{"message": "Validation Failed"}}
	}
	s.nextID++
	s.checks[s.nextID] = body
	return answer{status: 201, body: s.checkObject(s.nextID, body)}
}

func (s *Server) updateCheck(i in) answer {
	old, ok := s.checks[i.number("check_run_id")]
	var body object
	if !ok || json.Unmarshal(i.body, &body) != nil {
		return notFound
	}
	to, _ := old["output"].(object)
	from, _ := body["output"].(object)
	more, _ := from["annotations"].([]any)
	had, _ := to["annotations"].([]any)
	to["annotations"] = append(had, more...)
	return answer{status: 200, body: s.checkObject(i.number("check_run_id"), old)}
}
