#include "gpu/constant_banks.hpp"

#include <optional>
#include <regex>
#include <sstream>

namespace reconverge::gpu {
namespace {

/// The bank that a line opens, if it is one of the kernel's or of all kernels.
std::optional<int> opened_bank(const std::string& line, std::string_view kernel) {
  static const std::regex label(R"(\.nv\.constant(\d)(?:\.(.*))?:)");
  std::smatch match;
  if (!std::regex_match(line, match, label) || (match[2].matched && match[2].str() != kernel)) return std::nullopt;
  return std::stoi(match[1]);
}

/// Bytes of a `.byte 0x01, 0x02` or `.word 0x00000001` line.
std::vector<std::uint8_t> bytes_of(const std::string& line) {
  std::vector<std::uint8_t> bytes;
  const std::size_t byte = line.find(".byte"), word = line.find(".word");
  if (byte == std::string::npos && word == std::string::npos) return bytes;
  static const std::regex number(R"(0x([0-9a-f]{1,8})\b)");
  const std::string numbers = line.substr(byte != std::string::npos ? byte : word);
  for (std::sregex_iterator it(numbers.begin(), numbers.end(), number), end; it != end; ++it) {
    const auto value = static_cast<std::uint32_t>(std::stoul((*it)[1], nullptr, 16));
    for (int i = 0; i < (byte != std::string::npos ? 1 : 4); ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
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
  bool addresses = false;
  const auto close = [&] {
    // Bank 0 holds the parameters, which the launch writes.
    if (bank && *bank != 0 && !addresses && !bytes.empty()) banks.push_back(words_of(*bank, bytes));
    bank.reset();
    bytes.clear();
    addresses = false;
  };
  while (std::getline(lines, line)) {
    if (line.starts_with(".nv.constant")) {
      close();
      bank = opened_bank(line, kernel);
    } else if (line.starts_with("//-----")) {
      close();
    } else if (bank) {
      addresses = addresses || line.find(".dword") != std::string::npos || line.find("@") != std::string::npos;
      const auto more = bytes_of(line);
      bytes.insert(bytes.end(), more.begin(), more.end());
    }
  }
  close();
  return banks;
}

}  // namespace reconverge::gpu
