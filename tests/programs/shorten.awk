# Of what nvdisasm prints of a cubin: the architecture, the constant banks that the compiler filled, the code.
/^\/\/-----/ { kept = $2 ~ /^\.(text|nv\.constant[1-9])/; if (kept) print ""; next }
/^\t\.(headerflags|target)/ { print; next }
!kept || /^[ \t]+\.(align|global|other|section\t\.nv|sectionentsize|sectionflags|sectioninfo|size|type|weak)/ { next }
{ gsub(/[ \t]+/, " "); sub(/^ /, ""); if ($0 != "") print }
