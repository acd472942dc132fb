// SPDX-License-Identifier: MIT
#include "toolchain/input_kind.hpp"

namespace reconverge::toolchain {
namespace {

/// e_machine of the ELF header: EM_CUDA.
constexpr unsigned char machine_cuda = 190;

/// The text after blank lines and // comments.
std::string_view first_statement(std::string_view text) {
  for (;;) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin);
    if (!text.starts_with("//")) return text;
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end);
  }
}

/// An object of JSON, or the beginning of one. In PTX and C a brace has no string after it.
bool is_json(std::string_view text) {
  if (!text.starts_with('{')) return false;
  const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
  return next == std::string_view::npos || text[next] == '"' || text[next] == '}';
}

}  // namespace

InputKind input_kind(const std::string& name, std::string_view content) {
  if (content.starts_with("\x7F"
                          "ELF")) {
    const bool gpu = content.size() > 19 && static_cast<unsigned char>(content[18]) == machine_cuda && content[19] == 0;
    return gpu ? InputKind::cubin : InputKind::host_binary;
  }
  if (content.starts_with("!<arch>\n") || content.starts_with("\x50\xED\x55\xBA")) {
    return InputKind::host_binary;
  }
  if (name.ends_with(".cu")) return InputKind::cuda_source;
  const std::string_view first = first_statement(content);
  if (name.ends_with(".ptx") || first.starts_with(".version")) return InputKind::ptx;
  if (is_json(first)) return InputKind::json;
  return InputKind::listing;
}

std::string ptx_target(std::string_view text) {
  constexpr std::string_view word = ".target ";
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (at != 0 && text[at - 1] != '\n') continue;  // in a comment or a string
    const std::string_view rest = text.substr(at + word.size());
    return std::string(rest.substr(0, rest.find_first_of(", \t\r\n")));
  }
  return {};
}

}  // namespace reconverge::toolchain
