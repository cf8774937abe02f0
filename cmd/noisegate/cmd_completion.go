package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCmd writes a script that completes this command in a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is the long text of "noisegate completion --help".
func (*completionCmd) Help() string {
	return "The script goes to standard output. For one session, load it as in the examples. For all, keep it where the shell looks: " +
		"in ~/.local/share/bash-completion/completions/noisegate for bash with its package bash-completion, " +
		"as _noisegate in a folder of $fpath for zsh, in ~/.config/fish/completions/noisegate.fish for fish."
}

// Run writes the script.
func (c *completionCmd) Run(a *app, k *kong.Context) error {
	commands := completions(k.Model)
	switch c.Shell {
	case "bash":
		return completeBash(a.stdout, commands)
	case "zsh":
		return completeZsh(a.stdout, commands)
	default:
		return completeFish(a.stdout, commands)
	}
}

// A completable is a command as far as a shell needs to know it.
type completable struct {
	name, help string
	flags      []completableFlag
	// words are what its argument may be; files says that it takes files.
	words []string
	files bool
}

// A completableFlag is a flag with what may follow it.
type completableFlag struct {
	long, short, help string
	// value is the name of its value; empty if it has none.
	value string
	words []string
	files bool
	many  bool
}

// completions takes commands and flags from kong's model, and the words that
// flags take from the table of settings, so that nothing is listed twice.
func completions(model *kong.Application) []completable {
	var all []completable
	for _, n := range model.Children {
		c := completable{name: n.Name, help: n.Help}
		for _, group := range n.AllFlags(true) {
			for _, f := range group {
				c.flags = append(c.flags, completeFlag(f))
			}
		}
		for _, p := range n.Positional {
			if p.Enum == "" {
				c.files = true
			} else {
				c.words = append(c.words, strings.Split(p.Enum, ",")...)
			}
		}
		if n.Name == "compare" {
			c.files = true // after a flag of files come more of them
		}
		all = append(all, c)
	}
	return all
}

func completeFlag(f *kong.Flag) completableFlag {
	c := completableFlag{long: f.Name, help: firstSentence(f.Help), many: f.IsCumulative()}
	if f.Short != 0 {
		c.short = string(f.Short)
	}
	if f.IsBool() {
		return c
	}
	c.value = f.FormatPlaceHolder()
	switch f.PlaceHolder {
	case "FILE", "OUT":
		c.files = true
	default:
		c.words = wordsOf(f.Name)
	}
	return c
}

// wordsOf are the words that a flag takes, as far as they can be listed.
func wordsOf(flag string) []string {
	switch flag {
	case "format":
		return formatNames()
	case "output":
		return outputNames()
	case "floor":
		return []string{"auto", "none"}
	case "warmup":
		return []string{"auto"}
	case "outlier-limit":
		return []string{"none"}
	}
	s, _ := settingByName(flag)
	return s.values
}

// firstSentence is enough for a line in a menu.
func firstSentence(help string) string {
	if i := strings.Index(help, ". "); i > 0 {
		return help[:i]
	}
	return strings.TrimSuffix(help, ".")
}

// completeBash writes the script for bash 3.2 and newer.
func completeBash(w io.Writer, commands []completable) error {
	var names []string
	var values, flags, arguments strings.Builder
	for _, c := range commands {
		names = append(names, c.name)
		var own []string
		for _, f := range c.flags {
			pattern := fmt.Sprintf("'%s --%s'", c.name, f.long)
			own = append(own, "--"+f.long)
			if f.short != "" {
				own = append(own, "-"+f.short)
				pattern += fmt.Sprintf(" | '%s -%s'", c.name, f.short)
			}
			if f.value != "" {
				fmt.Fprintf(&values, "    %s) kind=%s ;;\n", pattern, bashKind(f.words, f.files))
			}
		}
		fmt.Fprintf(&flags, "    %s) kind='words %s' ;;\n", c.name, strings.Join(own, " "))
		fmt.Fprintf(&arguments, "    %s) kind=%s ;;\n", c.name, bashKind(c.words, c.files))
	}
	_, err := fmt.Fprintf(w, bashScript, strings.Join(names, " "), values.String(), flags.String(), arguments.String())
	return err
}

// bashKind says what completes a value: words, files, or nothing.
func bashKind(words []string, files bool) string {
	switch {
	case len(words) > 0:
		return "'words " + strings.Join(words, " ") + "'"
	case files:
		return "files"
	}
	return "nothing"
}

// bashScript takes the commands and three lists of cases: values of flags,
// flags, arguments.
const bashScript = `# bash completion for noisegate, made by "noisegate completion bash"
_noisegate() {
  local cur=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} kind=
  COMPREPLY=()
  # The = of --flag=value is a word of its own.
  if [ "$cur" = = ]; then
    cur=
  elif [ "$flag" = = ]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
    case $flag in -*) ;; *) kind=files ;; esac # --output json=FILE
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    kind='words %s --help --version'
  elif [ -z "$kind" ]; then
    case "$command $flag" in
%s    esac
  fi
  if [ -z "$kind" ] && [ "${cur#-}" != "$cur" ]; then
    case $command in
%s    esac
  elif [ -z "$kind" ]; then
    case $command in
%s    esac
  fi
  case $kind in
  words*) COMPREPLY=($(compgen -W "${kind#words }" -- "$cur")) ;;
  files)
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$cur"))
    compopt -o filenames 2>/dev/null
    ;;
  esac
  return 0
}
complete -F _noisegate noisegate
`

// completeZsh writes the function that zsh's completion system loads.
func completeZsh(w io.Writer, commands []completable) error {
	var names, cases strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&names, "    %s\n", shellQuote(c.name+":"+strings.ReplaceAll(c.help, ":", `\:`)))
		fmt.Fprintf(&cases, "  %s)\n    _arguments -s", c.name)
		for _, f := range c.flags {
			for _, spec := range zshFlag(f) {
				fmt.Fprintf(&cases, " \\\n      %s", shellQuote(spec))
			}
		}
		switch {
		case len(c.words) > 0:
			fmt.Fprintf(&cases, " \\\n      %s", shellQuote("1:"+c.name+":("+strings.Join(c.words, " ")+")"))
		case c.files:
			fmt.Fprintf(&cases, " \\\n      %s", shellQuote("*:file:_files"))
		}
		fmt.Fprint(&cases, "\n    ;;\n")
	}
	_, err := fmt.Fprintf(w, zshScript, names.String(), cases.String())
	return err
}

// zshFlag is a flag as _arguments takes it: once for each of its names.
func zshFlag(f completableFlag) []string {
	help := strings.NewReplacer("[", "(", "]", ")", ":", `\:`).Replace(f.help)
	tail := "[" + help + "]"
	if f.value != "" {
		tail += ":" + strings.NewReplacer("[", "(", "]", ")", ":", `\:`).Replace(f.value) + ":"
		switch {
		case len(f.words) > 0:
			tail += "(" + strings.Join(f.words, " ") + ")"
		case f.files:
			tail += "_files"
		}
	}
	many, equals := "", ""
	if f.many {
		many = "*"
	}
	if f.value != "" {
		equals = "="
	}
	specs := []string{many + "--" + f.long + equals + tail}
	if f.short != "" {
		specs = append(specs, many+"-"+f.short+tail)
	}
	return specs
}

const zshScript = `#compdef noisegate
# zsh completion for noisegate, made by "noisegate completion zsh"
_noisegate() {
  local -a commands
  commands=(
%s  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments '--help[Show help]' '--version[Print the version]'
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
%s  esac
}
if [ "$funcstack[1]" = _noisegate ]; then
  _noisegate "$@"
else
  compdef _noisegate noisegate
fi
`

// completeFish writes one line for each command and flag.
func completeFish(w io.Writer, commands []completable) error {
	var b strings.Builder
	fmt.Fprintln(&b, `# fish completion for noisegate, made by "noisegate completion fish"`)
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c noisegate -f -n __fish_use_subcommand -a %s -d %s\n", c.name, fishQuote(c.help))
	}
	for _, c := range commands {
		begin := "complete -c noisegate -n '__fish_seen_subcommand_from " + c.name + "'"
		if len(c.words) > 0 || !c.files {
			fmt.Fprintf(&b, "%s -f -a %s\n", begin, fishQuote(strings.Join(c.words, " ")))
		}
		for _, f := range c.flags {
			fmt.Fprintf(&b, "%s -l %s", begin, f.long)
			if f.short != "" {
				fmt.Fprintf(&b, " -s %s", f.short)
			}
			switch {
			case f.value == "":
			case len(f.words) > 0:
				fmt.Fprintf(&b, " -x -a %s", fishQuote(strings.Join(f.words, " ")))
			case f.files:
				fmt.Fprint(&b, " -r -F")
			default:
				fmt.Fprint(&b, " -x")
			}
			fmt.Fprintf(&b, " -d %s\n", fishQuote(f.help))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
