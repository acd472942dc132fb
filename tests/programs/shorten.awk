# Of what nvdisasm prints of a cubin: the architecture, the constant banks that the compiler filled, the code.
# Encodings (nvdisasm -hex) stay in functions with a NaN, since what is printed does not say which NaN.
function flush_section(  i) {
  for (i = 1; i <= rows; ++i) {
    if (!has_nan) {
      gsub(/ *\/\* 0x[0-9a-f]* \*\/ */, "", row[i])
      if (row[i] == "") continue
    }
    print row[i]
  }
  rows = has_nan = 0
}
/^\/\/-----/ { flush_section(); kept = $2 ~ /^\.(text|nv\.constant[1-9])/; if (kept) print ""; next }
/^\t\.(headerflags|target)/ { print; next }
!kept || /^[ \t]+\.(align|global|other|section\t\.nv|sectionentsize|sectionflags|sectioninfo|size|type|weak)/ { next }
{ gsub(/[ \t]+/, " "); sub(/^ /, ""); sub(/ $/, ""); if ($0 != "") row[++rows] = $0; if (/QNAN|SNAN|[+-]NAN/) has_nan = 1 }
END { flush_section() }
