# Applies the edits of a tutorial to one source: awk -v source=PATH -f apply.awk TUTORIAL SOURCE
# <!-- edit: PATH, above: LINE -->, or below; the block after it goes there. Status 1: a line was not found once.
FNR == NR {
  if ($0 ~ /^<!-- edit: /) {
    text = $0
    sub(/^<!-- edit: /, "", text)
    sub(/ -->$/, "", text)
    path = text
    sub(/,.*/, "", path)
    where = text
    sub(/^[^,]*, /, "", where)
    side = where
    sub(/:.*/, "", side)
    sub(/^[a-z]*: /, "", where)
    edits = path == source ? ++count : -1
    if (edits > 0) { line_of[edits] = where; side_of[edits] = side; block_of[edits] = "" }
    waits = edits > 0
  } else if (waits && /^```/) {
    if (inside) waits = 0
    inside = !inside
  } else if (inside) {
    block_of[edits] = block_of[edits] $0 "\n"
  }
  next
}
{
  for (i = 1; i <= count; ++i) if ($0 == line_of[i] && side_of[i] == "above") { printf "%s", block_of[i]; ++done[i] }
  print
  for (i = 1; i <= count; ++i) if ($0 == line_of[i] && side_of[i] == "below") { printf "%s", block_of[i]; ++done[i] }
}
END {
  for (i = 1; i <= count; ++i)
    if (done[i] != 1) { print "the tutorial edits a line that is not there once: " line_of[i] | "cat 1>&2"; wrong = 1 }
  if (count == 0) { print "the tutorial does not edit " source | "cat 1>&2"; wrong = 1 }
  exit wrong
}
