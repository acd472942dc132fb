#!/bin/sh
# SPDX-License-Identifier: MIT
# What the scripts of tools/ say to whoever starts them. Nothing is installed and nothing is built.
#   tools_test.sh FOLDER_OF_TOOLS
set -u
tools=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

expect() { # WHAT TEXT FILE: the file has the text
  grep -qF -- "$2" "$3" && return
  failures=$((failures + 1))
  echo "FAILED: $1: no '$2' in:"
  sed 's/^/  /' "$3"
}
expect_not() {
  grep -qF -- "$2" "$3" || return 0
  failures=$((failures + 1))
  echo "FAILED: $1: '$2' in:"
  sed 's/^/  /' "$3"
}

# --- a user who may not install, on a machine that has no compiler ---

mkdir "$work/stubs"
printf '#!/bin/sh\necho 1000\n' >"$work/stubs/id"
printf '#!/bin/sh\nexit 1\n' >"$work/stubs/sudo"
printf '#!/bin/sh\necho "$@" >>%s/installed\n' "$work" >"$work/stubs/apt-get"
chmod +x "$work"/stubs/*
PATH=$work/stubs:$PATH CXX=/bin/false "$tools/test" >"$work/out" 2>&1 </dev/null
[ $? -eq 3 ] || { failures=$((failures + 1)); echo "FAILED: another exit status than 3"; }
command=$(grep 'apt-get install' "$work/out")
echo "$command" >"$work/command"
for package in g++ libfmt-dev nlohmann-json3-dev libgtest-dev libgmock-dev libzstd-dev libasmjit-dev; do
  expect "root's command names every package" " $package" "$work/command"
done
[ ! -e "$work/installed" ] || { failures=$((failures + 1)); echo "FAILED: it installed by itself"; }

PATH=$work/stubs:$PATH CXX=/bin/false "$tools/test" --help >"$work/out" 2>&1 </dev/null || failures=$((failures + 1))
expect "--help" "test -L property" "$work/out"
expect_not "--help wants nothing installed" "apt-get" "$work/out"

# --- why tests were skipped ---

cat >"$work/log" <<'LOG'
1/5 Testing: Browser.Pages
1/5 Test: Browser.Pages
skipped: no Chromium here
<end of output>
Test Skipped.
2/5 Test: Card.Loads
a/card_test.cpp:24: Skipped
no NVIDIA driver

Test Skipped.
3/5 Test: Card.Runs
a/card_test.cpp:25: Skipped
no NVIDIA driver

Test Skipped.
4/5 Test: Silent.Test
Test Skipped.
5/5 Test: Fine.Test
a/fine_test.cpp:25: Skipped
a part of it alone
Test Passed.
LOG
"$tools/skipped" "$work/log" >"$work/out"
expect "reasons" "  1 test: no Chromium here (Browser.Pages)" "$work/out"
expect "tests with one reason" "  2 tests: no NVIDIA driver (Card.Loads, ...)" "$work/out"
expect "no reason" "  1 test: it does not say (Silent.Test)" "$work/out"
expect_not "what was not skipped" "Fine.Test" "$work/out"
echo "1/1 Test: Fine.Test" >"$work/log"
[ -z "$("$tools/skipped" "$work/log")" ] || { failures=$((failures + 1)); echo "FAILED: nothing was skipped"; }

# --- the action ---

# A stand-in for the program: notes its arguments.
printf '#!/bin/sh\necho "$@" >>%s/ran\necho the same: 4 cycles\n' "$work" >"$work/stubs/reconverge"
chmod +x "$work/stubs/reconverge"
act() { # NAME=VALUE ...: runs the action; what it writes is in out, step and outputs
  rm -f "$work/ran" "$work/step" "$work/outputs"
  : >"$work/ran"
  env RECONVERGE="$work/stubs/reconverge" GITHUB_STEP_SUMMARY="$work/step" GITHUB_OUTPUT="$work/outputs" \
    RUNNER_TEMP="$work" "$@" "$tools/action/run" >"$work/out" 2>&1 ||
    { failures=$((failures + 1)); echo "FAILED: the action ends with another status than 0"; }
}

act OLD=old.cubin NEW=new.cubin OPTIONS=--block=32 FAIL_ABOVE=2
expect "both builds are compared" "diff old.cubin new.cubin --block=32 --fail-above 2" "$work/ran"
expect "a comparison" "status=0" "$work/outputs"
act OLD= NEW=new.cubin LINT=new.cubin
expect_not "nothing to compare with" "diff" "$work/ran"
expect "a new kernel is linted" "lint new.cubin" "$work/ran"
for file in out step outputs; do
  expect "a new kernel" "nothing is compared: there is no old build of new.cubin" "$work/$file"
done
expect "a new kernel is no failure" "status=0" "$work/outputs"

# --- how far a build is ---

slow='for i in 1 2 3; do echo "[$i/3] Building"; sleep 1; done'
"$tools/quietly" "building it" "$work/log" sh -c "$slow" >"$work/out" 2>&1
expect "announced" "building it (log:" "$work/out"
expect_not "no progress where nobody looks" "/3]" "$work/out"
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1 </dev/null; then  # needs a pseudo-terminal
  script -qec "'$tools/quietly' 'building it' '$work/log' sh -c '$slow'" /dev/null >"$work/out" 2>&1 </dev/null
  expect "progress on a terminal" "/3]" "$work/out"
fi

[ "$failures" -eq 0 ]
