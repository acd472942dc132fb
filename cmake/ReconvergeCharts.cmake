# SPDX-License-Identifier: MIT
# reconverge_charts(TARGET)
# Bundles the charting library of the HTML report, Vega (BSD-3-Clause), from where a system keeps it
# (Debian and Ubuntu: libjs-vega), as report::chart_library. No part of it is in this repository.
# Without it the report shows its static figures and says so.

# Vega is many modules; these draw points and lines. In the order in which they need each other.
set(RECONVERGE_VEGA_MODULES
  vega-util vega-canvas vega-time vega-format vega-loader vega-dataflow vega-statistics vega-scale
  vega-scenegraph vega-expression vega-event-selector vega-selection vega-functions vega-interpreter
  vega-transforms vega-encode vega-view-transforms vega-runtime vega-parser vega-view)

function(reconverge_charts target)
  find_path(RECONVERGE_VEGA_DIR vega-view.min.js
    PATHS /usr/share/javascript/vega /usr/local/share/javascript/vega
    DOC "Folder with vega-util.min.js, vega-view.min.js and the other modules of Vega")
  set(files "")
  foreach(module ${RECONVERGE_VEGA_MODULES})
    if(RECONVERGE_VEGA_DIR AND EXISTS ${RECONVERGE_VEGA_DIR}/${module}.min.js)
      list(APPEND files ${RECONVERGE_VEGA_DIR}/${module}.min.js)
    else()
      set(missing ${module}.min.js)
    endif()
  endforeach()
  if(missing)
    set(files "")
    message(STATUS "Vega not found (${missing}): the HTML report will have static figures only")
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/chart_library.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} "-DFILES=${files}" -P ${CMAKE_SOURCE_DIR}/cmake/BundleCharts.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/BundleCharts.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
