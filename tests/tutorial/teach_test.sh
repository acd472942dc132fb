#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the commands of docs/teach.md as they are written, and looks whether each picture is there.
#   teach_test.sh ROOT PROGRAM
set -eu
root=$1 program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for folder in data tests; do ln -s "$root/$folder" "$folder"; done
mkdir lecture
# A block ```sass NAME is the file of that name.
awk '/^```sass / { file = $2; next } /^```/ { file = "" } file != "" { print > file }' "$root/docs/teach.md"
# Commands of the blocks ```sh, their continued lines joined.
awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on { line = line $0; if (sub(/\\$/, "", line)) next; print line; line = "" }' \
  "$root/docs/teach.md" | grep '^tools/run ' >commands
failed=0
while IFS= read -r command; do
  wanted=0
  case $command in *'# ends with status '*) wanted=${command##*status } ;; esac
  status=0
  sh -c "program() { \"$program\" \"\$@\"; }; program ${command#tools/run }" >out 2>err </dev/null || status=$?
  if [ "$status" -ne "$wanted" ]; then
    echo "status $status: $command"
    cat err
    failed=1
  fi
  for picture in $(printf '%s\n' "$command" | grep -o 'lecture/[a-z]*\.html'); do
    [ -s "$picture" ] || { echo "no picture: $command"; failed=1; }
  done
done <commands
# What the notes promise beside the pages.
ls lecture/paper/figures/*.svg >/dev/null || failed=1
[ "$(grep -c . commands)" -ge 12 ] || { echo "commands were not found"; failed=1; }
exit $failed
