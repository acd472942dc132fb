# Of what `nvdisasm -hex` prints of a cubin: the architecture, and the code with its encodings, which hold the control
# words.
/^\/\/-----/ { kept = $2 ~ /^\.text/; if (kept) print ""; next }
/^\t\.target/ { print; next }
!kept || /^[ \t]+\.(align|global|other|section\t\.nv|sectionentsize|sectionflags|sectioninfo|size|type|weak)/ { next }
{ gsub(/[ \t]+/, " "); sub(/^ /, ""); sub(/ $/, ""); if ($0 != "") print }
