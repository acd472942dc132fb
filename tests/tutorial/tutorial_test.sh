#!/bin/sh
# SPDX-License-Identifier: MIT
# Does a tutorial do what it says?   tutorial_test.sh TUTORIAL PROGRAM_BEFORE PROGRAM_AFTER
# Its files are written, its commands run in order with the program before or after the edits, and each line that
# it shows below a command has to be part of what the command prints.
set -u
tutorial=$1 before=$2 after=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

awk '
  /^<!-- file: / { name = $3; next }
  name != "" && /^```/ { if (inside) { close(name); name = "" } inside = !inside; next }
  inside { print > name }
' "$tutorial"

# One line a step: "before" or "after", then "$ command" or what has to be in its output.
awk '/^```console / { side = $2; next } /^```/ { side = ""; next } side != "" { print side "\t" $0 }' "$tutorial" >steps
commands=0 lines=0 wrong=0
tab=$(printf '\t')
while IFS="$tab" read -r side text; do
  case $text in
    '$ '*)
      commands=$((commands + 1))
      command=${text#'$ '}
      [ "$side" = before ] && program=$before || program=$after
      case $command in
        'reconverge '*) sh -c "\"$program\" ${command#reconverge }" >output 2>&1 ;;
        *) sh -c "$command" >output 2>&1 ;;
      esac ;;
    *)
      lines=$((lines + 1))
      grep -qF -- "$text" output || { wrong=1; echo "'$command' does not print: $text"; cat output; } ;;
  esac
done <steps
[ "$commands" -gt 3 ] && [ "$lines" -gt 3 ] || { echo "only $commands commands and $lines lines were found"; exit 1; }
exit "$wrong"
