#include "sass/constant_banks.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <sstream>

namespace reconverge::sass {
namespace {

/// The bank that a line opens, if it is one of the kernel's or of all kernels.
std::optional<int> opened_bank(const std::string& line, std::string_view kernel) {
  static const std::regex label(R"(\.nv\.constant(\d)(?:\.(.*))?:)");
  std::smatch match;
  if (!std::regex_match(line, match, label) || (match[2].matched && match[2].str() != kernel)) return std::nullopt;
  return std::stoi(match[1]);
}

/// What a line of data is made of.
struct Directive {
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array data_directives = {Directive{".byte", 1}, Directive{".short", 2}, Directive{".word", 4},
                                        Directive{".dword", 8}};

/// Bytes of `.byte 0x01, 0x02`, `.word 0x00000001` or `.zero 2`; none of other lines, and nothing where an
/// address stands: `.dword name`, `.word name@rel`, `.word (name)`.
std::optional<std::vector<std::uint8_t>> bytes_of(const std::string& line) {
  static const std::regex zeroes(R"(\.zero\s+(\d+))"), number(R"(0x([0-9a-f]{1,16})\b)");
  std::smatch match;
  if (std::regex_search(line, match, zeroes)) return std::vector<std::uint8_t>(std::stoul(match[1]));
  const auto directive =
      std::ranges::find_if(data_directives, [&](const Directive& one) { return line.find(one.name) != std::string::npos; });
  std::vector<std::uint8_t> bytes;
  if (directive == data_directives.end()) return bytes;
  const std::string numbers = line.substr(line.find(directive->name) + directive->name.size());
  for (std::sregex_iterator it(numbers.begin(), numbers.end(), number), end; it != end; ++it) {
    const std::uint64_t value = std::stoull((*it)[1], nullptr, 16);
    for (std::size_t i = 0; i < directive->bytes; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  if (bytes.empty() || numbers.find_first_of("@(") != std::string::npos) return std::nullopt;
  return bytes;
}

ConstantBank words_of(int bank, const std::vector<std::uint8_t>& bytes) {
  ConstantBank result{bank, std::vector<std::uint32_t>((bytes.size() + 3) / 4)};
  for (std::size_t i = 0; i < bytes.size(); ++i) result.words[i / 4] |= std::uint32_t{bytes[i]} << (8 * (i % 4));
  return result;
}

}  // namespace

std::vector<ConstantBank> constant_banks(std::string_view disassembly, std::string_view kernel) {
  std::vector<ConstantBank> banks;
  std::istringstream lines{std::string(disassembly)};
  std::string line;
  std::optional<int> bank;
  std::vector<std::uint8_t> bytes;
  bool known = true;
  const auto close = [&] {
    // Bank 0 holds the parameters, which the launch writes.
    if (bank && *bank != 0 && known && !bytes.empty()) banks.push_back(words_of(*bank, bytes));
    bank.reset();
    bytes.clear();
    known = true;
  };
  while (std::getline(lines, line)) {
    if (line.starts_with(".nv.constant")) {
      close();
      bank = opened_bank(line, kernel);
    } else if (line.starts_with("//-----")) {
      close();
    } else if (bank) {
      const auto more = bytes_of(line);
      known = known && more;
      if (more) bytes.insert(bytes.end(), more->begin(), more->end());
    }
  }
  close();
  return banks;
}

}  // namespace reconverge::sass
