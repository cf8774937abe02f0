#!/bin/sh
# Makes the captures of hyperfine (Debian package hyperfine). Run it here.
set -eu
cd "$(dirname "$0")/hyperfine"
hyperfine -N -w 1 -r 10 -i -L n 1000,2000 'seq {n}' 'sh -c "exit {n}"' --export-json parameters.json >/dev/null 2>&1
hyperfine -N -r 12 -n 'same name' true -n 'same name' 'seq 10' --export-json named.json >/dev/null 2>&1
# Fails now and then: every other timing.
rm -f flip
hyperfine -r 10 -i 'test -e flip && rm flip || { touch flip; false; }' --export-json failing.json >/dev/null 2>&1
rm -f flip
