# SPDX-License-Identifier: MIT
# Captures of launches are compressed by zstd. Without it everything else is built, captures are stored as they are, and
# one that is compressed is refused with the reason.
find_path(RECONVERGE_ZSTD_INCLUDE zstd.h)
find_library(RECONVERGE_ZSTD_LIBRARY zstd)
find_library(RECONVERGE_ZSTD_STATIC libzstd.a)  # for the library that goes into applications
mark_as_advanced(RECONVERGE_ZSTD_INCLUDE RECONVERGE_ZSTD_LIBRARY RECONVERGE_ZSTD_STATIC)
if(NOT RECONVERGE_ZSTD_INCLUDE)
  set(RECONVERGE_ZSTD_LIBRARY RECONVERGE_ZSTD_LIBRARY-NOTFOUND CACHE FILEPATH "" FORCE)
  set(RECONVERGE_ZSTD_STATIC RECONVERGE_ZSTD_STATIC-NOTFOUND CACHE FILEPATH "" FORCE)
endif()
if(NOT RECONVERGE_ZSTD_LIBRARY)
  message(STATUS "zstd is missing (libzstd-dev): compressed captures cannot be read")
endif()
