# SPDX-License-Identifier: MIT
# Writes a C++ source with the modules of Vega in one text: see reconverge_charts(). Each module finds
# the others through `define`, which charts.js provides.
file(WRITE ${OUTPUT} "#include <string_view>\nnamespace reconverge::report {\n"
  "extern const std::string_view chart_library;\nconst std::string_view chart_library =")
foreach(file ${FILES})
  get_filename_component(module ${file} NAME)
  string(REPLACE ".min.js" "" module ${module})
  file(READ ${file} text)
  # Nothing may end the script element or, as C++, the raw string.
  string(REPLACE "</script" "<\\/script" text "${text}")
  file(APPEND ${OUTPUT} "\nR\"embedded(bundle(\"${module}\",function(define){\n${text}\n});\n)embedded\"")
endforeach()
file(APPEND ${OUTPUT} "\n\"\";\n}\n")
