// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace reconverge::report {

/// A name that would do harm wherever it is not taken as text.
inline const std::string hostile = "</title></pre>]]>\"'<script>alert(1)</script><b onload=x>&|`*_";

bool can_check_markup();

/// What an XML parser finds wrong: not well-formed, ids twice, references without target, scripts.
testing::AssertionResult is_sound_markup(const std::string& markup);

std::size_t count(std::string_view text, std::string_view part);

}  // namespace reconverge::report

/// The checks below need Python; without it the test says that it did not run.
#define REQUIRE_MARKUP_CHECKER() \
  if (!can_check_markup()) GTEST_SKIP() << "no Python with an XML parser: markup is not checked"
