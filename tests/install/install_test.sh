#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the build into a folder of its own and uses it from there.
#   install_test.sh program|library|completion SOURCE BUILD COMPILER
set -eu
question=$1 source=$2 build=$3 compiler=$4
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

fail() {
  echo "$1" >&2
  exit 1
}
expect() { # WHAT GOT
  [ "$1" = "$2" ] || fail "expected '$1', got '$2'"
}

cmake --install "$build" --prefix "$prefix" >"$prefix/log" || fail "$(cat "$prefix/log")"

case $question in
  program)
    "$prefix/bin/reconverge" --version | grep -q '^reconverge [0-9]' || fail "the installed program does not say its version"
    expect "$("$build/bin/reconverge" --version)" "$("$prefix/bin/reconverge" --version)"
    manual=$prefix/share/man/man1/reconverge.1
    for verb in paper emulate inspect; do
      grep -q "^\.SH RECONVERGE $(echo "$verb" | tr '[:lower:]' '[:upper:]')\$" "$manual" || fail "the manual has no section on $verb"
    done
    grep -q '\\-\\-max\\-steps' "$manual" || fail "the manual lacks an option of emulate"
    [ -f "$prefix/share/doc/reconverge/cli.md" ] || fail "the documents are not installed"
    ;;
  library)
    # The builder of this build: a machine with Ninja need not have make.
    generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt")
    cmake -G "$generator" -S "$source/examples/library" -B "$prefix/example" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" \
      >"$prefix/log" 2>&1 && cmake --build "$prefix/example" >>"$prefix/log" 2>&1 || fail "$(cat "$prefix/log")"
    expect "2 divergent branches in $("$build/bin/reconverge" emulate "$source/data/listings/single_loop.sass" \
      --reg R5='staircase(2)' --json - | sed -n 's/.*"executed_instructions": \([0-9]*\).*/\1/p') instructions" \
      "$("$prefix/example/divergence_of" "$source/data/listings/single_loop.sass" 5 2)"
    ;;
  completion)
    command -v bash >/dev/null || { echo "skipped: no bash here"; exit 0; }
    completed() { # WORD ... -> what bash offers for the last one
      bash -c '
        . "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _reconverge
        echo "${COMPREPLY[*]}"' completed "$prefix/share/bash-completion/completions/reconverge" "$@"
    }
    expect "emulate explain" "$(completed reconverge e)"
    expect "--max-steps" "$(completed reconverge emulate LISTING --max-)"
    expect "" "$(completed reconverge list --max-)"
    ;;
esac
