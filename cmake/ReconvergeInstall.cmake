# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the program, its libraries with CMake targets (reconverge::emulator and
# so on), their headers, the data that documents name, the manual page and shell completion.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Every layer but the command line, which belongs to the program.
set(layers core sass toolchain emulator timing observers analysis run measurements statistics report gpu explorer profile capture study)
foreach(layer ${layers})
  set_target_properties(reconverge_${layer} PROPERTIES EXPORT_NAME ${layer})
  list(APPEND targets reconverge_${layer})
endforeach()
set_target_properties(reconverge_settings PROPERTIES EXPORT_NAME settings)

if(TARGET reconverge_injection)
  install(TARGETS reconverge_injection LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/reconverge COMPONENT program)
endif()
install(TARGETS reconverge RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(TARGETS reconverge_settings ${targets} EXPORT reconvergeTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/reconverge COMPONENT libraries)
foreach(layer ${layers})
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/reconverge
    COMPONENT libraries FILES_MATCHING PATTERN "*.hpp")
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/reconverge)
install(EXPORT reconvergeTargets NAMESPACE reconverge:: DESTINATION ${package} COMPONENT libraries)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/reconvergeConfig.cmake.in ${CMAKE_BINARY_DIR}/reconvergeConfig.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/reconvergeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/reconvergeConfig.cmake ${CMAKE_BINARY_DIR}/reconvergeConfigVersion.cmake
  DESTINATION ${package} COMPONENT libraries)

install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program FILES_MATCHING PATTERN "*.md" PATTERN "*.json")
install(FILES README.md CHANGELOG.md CITATION.cff LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# From docs/cli.md, which is the program's --help too: one text.
set(generated ${CMAKE_BINARY_DIR}/manual)
add_custom_command(
  OUTPUT ${generated}/reconverge.1 ${generated}/reconverge.bash ${generated}/_reconverge ${generated}/reconverge.fish
  COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
  COMMAND ${CMAKE_SOURCE_DIR}/tools/man-page ${PROJECT_VERSION} > ${generated}/reconverge.1
  COMMAND ${CMAKE_SOURCE_DIR}/tools/completion bash > ${generated}/reconverge.bash
  COMMAND ${CMAKE_SOURCE_DIR}/tools/completion zsh > ${generated}/_reconverge
  COMMAND ${CMAKE_SOURCE_DIR}/tools/completion fish > ${generated}/reconverge.fish
  DEPENDS docs/cli.md tools/man-page tools/completion
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
  VERBATIM)
add_custom_target(reconverge_manual ALL
  DEPENDS ${generated}/reconverge.1 ${generated}/reconverge.bash ${generated}/_reconverge ${generated}/reconverge.fish)
install(FILES ${generated}/reconverge.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${generated}/reconverge.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME reconverge COMPONENT program)
install(FILES ${generated}/_reconverge DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
install(FILES ${generated}/reconverge.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
