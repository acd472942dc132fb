# SPDX-License-Identifier: MIT
# One place for what every target of this project shares.

add_library(reconverge_settings INTERFACE)
include(GNUInstallDirs)
target_include_directories(reconverge_settings INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/reconverge>)
target_compile_features(reconverge_settings INTERFACE cxx_std_20)
# Warnings are for this project's own code, not for who uses its libraries.
set(reconverge_options
  -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor
  # Where files are compiled together, a name of one is not a mistake beside a local one of another.
  $<$<NOT:$<BOOL:${RECONVERGE_UNITY}>>:-Wshadow>
  # GCC 12 takes the strings of a braced record for uninitialised, and appending to a string for an
  # overlapping copy (its bugs 105562 and 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-restrict>
  $<$<BOOL:${RECONVERGE_WARNINGS_AS_ERRORS}>:-Werror>
  # GCC collects its garbage whenever its memory grows by a third; below 1 GB that is time lost (up to a tenth).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${RECONVERGE_UNITY}>>:--param=ggc-min-heapsize=1000000>
  # Lane arithmetic is IEEE single precision, bit for bit: no contraction of a * b + c.
  -ffp-contract=off)
target_compile_options(reconverge_settings INTERFACE $<BUILD_INTERFACE:${reconverge_options}>)
if(RECONVERGE_SANITIZE)
  target_compile_options(reconverge_settings INTERFACE
    -fsanitize=${RECONVERGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(reconverge_settings INTERFACE -fsanitize=${RECONVERGE_SANITIZE})
endif()

# reconverge_library(NAME [UNITY] [LIGHT] DEPENDS layer... SOURCES file... [APART file...]
#                    [PRECOMPILED header...])
# A folder of src/ is a target is a namespace: reconverge_NAME, with the layers it may include.
# tests/layers checks the includes themselves. UNITY: RECONVERGE_UNITY compiles 24 files at once, since reading the
# headers of the libraries and compiling what is in line there takes most of the time of each. APART: those of SOURCES
# whose local names are those of others, each compiled alone. PRECOMPILED: headers read once for all of the layer where
# there is RECONVERGE_UNITY. LIGHT: a layer that only arranges what others worked out is compiled at -Og, which takes
# half the time of -O3 and three quarters of that of -O1.
function(reconverge_library name)
  cmake_parse_arguments(ARG "UNITY;LIGHT" "" "DEPENDS;SOURCES;APART;PRECOMPILED" ${ARGN})
  add_library(reconverge_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(reconverge_${name} PUBLIC reconverge_settings ${ARG_DEPENDS})
  if(ARG_LIGHT)
    target_compile_options(reconverge_${name} PRIVATE $<$<CONFIG:Release>:-Og>)
  endif()
  if(ARG_UNITY AND RECONVERGE_UNITY)
    set_target_properties(reconverge_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
    set_source_files_properties(${ARG_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_precompile_headers(reconverge_${name} PRIVATE ${ARG_PRECOMPILED})
  endif()
endfunction()

# reconverge_embed(TARGET NAMESPACE NAME FILE)
# Makes the text of FILE available as NAMESPACE::NAME (std::string_view, declared by the user), so
# that the binary needs no data folder beside it. The generated source lives in the build tree.
function(reconverge_embed target namespace name file)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/${name}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${output} -DNAMESPACE=${namespace} -DNAME=${name}
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS ${file} ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# reconverge_version(TARGET)
# Version and commit as cli::version and cli::git_hash, asked for at every build.
function(reconverge_version target)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/version.cpp)
  add_custom_target(reconverge_version_source
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DVERSION=${PROJECT_VERSION} -DSOURCE=${CMAKE_SOURCE_DIR}
            -P ${CMAKE_SOURCE_DIR}/cmake/WriteVersion.cmake
    BYPRODUCTS ${output}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
  add_dependencies(${target} reconverge_version_source)
endfunction()
