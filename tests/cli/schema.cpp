// SPDX-License-Identifier: MIT
#include "cli/schema.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;

/// Checks one document against one schema.
class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  void check(const Json& value, const Json& schema, const std::string& where) {
    for (const auto& [keyword, argument] : schema.items()) check_keyword(value, schema, keyword, argument, where);
  }
  std::vector<std::string> found;

 private:
  void complain(const std::string& where, const std::string& what) {
    found.push_back((where.empty() ? "/" : where) + ": " + what);
  }

  static bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  /// Fits one of them; otherwise the first departure from each is told.
  void check_alternatives(const Json& value, const Json& schemas, const std::string& where) {
    std::string departures;
    for (const Json& schema : schemas) {
      Checker one(root_);
      one.check(value, schema, where);
      if (one.found.empty()) return;
      departures += "\n  " + one.found.front();
    }
    complain(where, "fits none of the alternatives:" + departures);
  }

  /// Fits exactly one of them.
  void check_one_of(const Json& value, const Json& schemas, const std::string& where) {
    const auto fitting = std::ranges::count_if(schemas, [&](const Json& schema) {
      Checker one(root_);
      one.check(value, schema, where);
      return one.found.empty();
    });
    if (fitting == 0) check_alternatives(value, schemas, where);
    if (fitting > 1) complain(where, "fits more than one alternative");
  }

  void check_keyword(const Json& value, const Json& schema, const std::string& keyword, const Json& argument,
                     const std::string& where) {
    static const std::vector<std::string> remarks{"$schema", "$id", "$defs", "title", "description"};
    if (std::ranges::find(remarks, keyword) != remarks.end()) return;
    if (keyword == "$ref")
      return check(value, root_.at(Json::json_pointer(argument.get<std::string>().substr(1))), where);
    if (keyword == "type") return check_type(value, argument, where);
    if (keyword == "const") return value == argument ? void() : complain(where, "is not " + argument.dump());
    if (keyword == "enum")
      return std::ranges::find(argument, value) != argument.end() ? void()
                                                                  : complain(where, "is none of " + argument.dump());
    if (keyword == "minimum")
      return !value.is_number() || value >= argument ? void() : complain(where, "is below " + argument.dump());
    if (keyword == "maximum")
      return !value.is_number() || value <= argument ? void() : complain(where, "is above " + argument.dump());
    if (keyword == "uniqueItems") return check_unique(value, where);
    if (keyword == "pattern") return check_pattern(value, argument, where);
    if (keyword == "anyOf") return check_alternatives(value, argument, where);
    if (keyword == "oneOf") return check_one_of(value, argument, where);
    if (keyword == "properties" || keyword == "additionalProperties" || keyword == "required")
      return value.is_object() ? check_object(value, schema, keyword, argument, where) : void();
    if (keyword == "items" || keyword == "minItems" || keyword == "maxItems")
      return value.is_array() ? check_array(value, keyword, argument, where) : void();
    complain(where, "the schema has an unknown keyword '" + keyword + "'");
  }

  void check_type(const Json& value, const Json& types, const std::string& where) {
    const Json list = types.is_array() ? types : Json::array({types});
    if (std::ranges::none_of(list, [&](const Json& type) { return has_type(value, type.get<std::string>()); }))
      complain(where, std::string("is ") + value.type_name() + ", not " + types.dump());
  }

  void check_unique(const Json& value, const std::string& where) {
    const std::set<Json> different(value.begin(), value.end());
    if (value.is_array() && different.size() != value.size()) complain(where, "has equal items");
  }

  void check_pattern(const Json& value, const Json& pattern, const std::string& where) {
    if (value.is_string() && !std::regex_search(value.get<std::string>(), std::regex(pattern.get<std::string>())))
      complain(where, value.dump() + " does not match " + pattern.dump());
  }

  void check_object(const Json& value, const Json& schema, const std::string& keyword, const Json& argument,
                    const std::string& where) {
    if (keyword == "required") {
      for (const auto& name : argument)
        if (!value.contains(name.get<std::string>())) complain(where, "'" + name.get<std::string>() + "' is missing");
      return;
    }
    const Json known = schema.value("properties", Json::object());
    for (const auto& [name, member] : value.items()) {
      if (keyword == "properties" && known.contains(name)) check(member, known[name], where + "/" + name);
      if (keyword != "additionalProperties" || known.contains(name)) continue;
      if (argument.is_object()) check(member, argument, where + "/" + name);
      else if (argument == false) complain(where, "'" + name + "' is not in the schema");
    }
  }

  void check_array(const Json& value, const std::string& keyword, const Json& argument, const std::string& where) {
    if (keyword == "minItems" && value.size() < argument.get<std::size_t>()) complain(where, "has too few items");
    if (keyword == "maxItems" && value.size() > argument.get<std::size_t>()) complain(where, "has too many items");
    if (keyword != "items") return;
    for (std::size_t i = 0; i < value.size(); ++i) check(value[i], argument, where + "/" + std::to_string(i));
  }

  const Json& root_;
};

}  // namespace

std::vector<std::string> departures(const Json& value, const Json& schema) {
  Checker checker(schema);
  checker.check(value, schema, "");
  return checker.found;
}

}  // namespace reconverge::cli_tests
