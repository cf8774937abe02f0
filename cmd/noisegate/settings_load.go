package main

import (
	"path/filepath"

	"github.com/noisegate/noisegate/gate"
)

// settings puts the options together: defaults, then the configuration file,
// then what was given, which label names in messages. An empty config stands
// for the default file in folder, which need not exist; noConfig skips it.
func (a *app) settings(config, folder string, given map[string]string, label func(string) string) (options, error) {
	o := options{Settings: gate.DefaultSettings()}
	o.Today = a.now()
	path, name, optional := config, config, config == ""
	if optional {
		path, name = filepath.Join(folder, defaultConfig), defaultConfig
	} else if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	if config != noConfig {
		if err := loadConfig(&o, a.path(path), name, optional); err != nil {
			return o, err
		}
	}
	for _, s := range settings {
		text, ok := given[s.name]
		if !ok {
			continue
		}
		if err := s.set(&o, text); err != nil {
			return o, usageError("%s %q: %w", label(s.name), text, err)
		}
	}
	if err := o.Validate(); err != nil {
		return o, usageError("checking the settings: %w", err)
	}
	return o, nil
}

// noConfig in place of a configuration file reads none.
const noConfig = "\x00none"

// path puts a relative path into the app's folder.
func (a *app) path(name string) string {
	if a.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(a.dir, name)
}
