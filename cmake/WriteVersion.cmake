# SPDX-License-Identifier: MIT
# Writes a C++ source with version and commit; leaves the file alone if it says so already.
# A tree with uncommitted changes is no commit, and names none: results of it cannot be measured again by checkout.
execute_process(COMMAND git describe --always --exclude=* --abbrev=12
  WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
execute_process(COMMAND git diff --quiet HEAD --
  WORKING_DIRECTORY ${SOURCE} ERROR_QUIET RESULT_VARIABLE changed)
if(failed)
  set(hash "no git")
elseif(changed)
  set(hash "uncommitted changes to ${hash}")
endif()
set(text "#include \"cli/session.hpp\"\nnamespace reconverge::cli {\nconst std::string_view version = \"${VERSION}\";\nconst std::string_view git_hash = \"${hash}\";\n}\n")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
