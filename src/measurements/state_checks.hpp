// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// What a file says of a state must fit together: else a typing error would be shown as measured.
namespace reconverge::measurements {

/// What is wrong with the states of one benchmark, "n = 3: median_cycles is 12, and the median of its samples is 13":
/// an n that is no integer, below 0 or there twice, samples or summaries that are no cycles, a summary that is not that
/// of the samples, or that no samples have. Empty: nothing.
///
/// @param states  a list; anything else has no fault
std::string fault_of_states(const nlohmann::ordered_json& states);

/// What is wrong with the "account", the "lines" and the "instructions" of an emulated kernel, "account: cycles is -5,
/// which is no count": what is neither absent nor a count, parts above their whole, and lists whose sum is not the
/// account. Empty: nothing.
std::string fault_of_kernel(const nlohmann::ordered_json& kernel);

}  // namespace reconverge::measurements
