# SPDX-License-Identifier: MIT
# Writes a C++ source that holds a text file: see reconverge_embed().
file(READ ${INPUT} text)
file(WRITE ${OUTPUT}
  "#include <string_view>\nnamespace ${NAMESPACE} {\n"
  "extern const std::string_view ${NAME};\n"
  "const std::string_view ${NAME} = R\"embedded(${text})embedded\";\n}\n")
