# One place for what every target of this project shares.

add_library(reconverge_settings INTERFACE)
target_include_directories(reconverge_settings INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(reconverge_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
  $<$<BOOL:${RECONVERGE_WARNINGS_AS_ERRORS}>:-Werror>
  # Lane arithmetic is IEEE single precision, bit for bit: no contraction of a * b + c.
  -ffp-contract=off)
if(RECONVERGE_SANITIZE)
  target_compile_options(reconverge_settings INTERFACE
    -fsanitize=${RECONVERGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(reconverge_settings INTERFACE -fsanitize=${RECONVERGE_SANITIZE})
endif()

# reconverge_library(NAME DEPENDS layer... SOURCES file...)
# A folder of src/ is a target is a namespace: reconverge_NAME, with the layers it may include.
# tests/layers checks the includes themselves.
function(reconverge_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;SOURCES" ${ARGN})
  add_library(reconverge_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(reconverge_${name} PUBLIC reconverge_settings ${ARG_DEPENDS})
endfunction()
