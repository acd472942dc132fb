// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace reconverge::toolchain {

/// Which symbols of a cubin nvdisasm has to be given (`-fun`), so that its listing has a function and all that the
/// function can call, directly or not: those of its section and of every section that relocations lead to from there.
///
/// Nothing, where the whole file has to be listed: the name means no function of it or several, data hold the address
/// of a function, which any code may call, the file is broken, or there is nothing else in it.
/// @param function  a symbol, or what a user writes for it (`sass::symbols_named`)
std::vector<std::size_t> symbols_to_list(std::string_view cubin, std::string_view function);

/// Likewise for the listing of these functions alone, by their symbols: those of the sections that they lie in.
/// Nothing if none of them is there.
std::vector<std::size_t> symbols_with(std::string_view cubin, const std::set<std::string>& functions);

}  // namespace reconverge::toolchain
