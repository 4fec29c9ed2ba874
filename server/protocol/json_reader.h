#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/protocol/messages.h"
#include "server/protocol/words.h"

namespace server::protocol {

using Json = nlohmann::json;

/// Bytes: position texts are the longest, below 300 (19 x 19 points are 361).
inline constexpr std::size_t kMaxText = 512;

/// Reads fields and remembers the first bad one, so that a message is read in one expression and judged once.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  const std::optional<std::string>& bad() const { return bad_; }
  void refuse(std::string_view name) {
    if (!bad_) bad_ = name;
  }

  bool has(const char* name) const {
    const auto found = object_.find(name);
    return found != object_.end() && !found->is_null();
  }
  std::string text(const char* name, std::size_t most = kMaxText) {
    const Json* field = find(name, &Json::is_string);
    if (!field) return {};
    auto value = field->get<std::string>();
    if (value.size() > most || value.empty()) refuse(name);
    return value;
  }
  std::string text_or_empty(const char* name, std::size_t most = kMaxText) {
    return has(name) ? text(name, most) : std::string();
  }
  std::optional<std::string> optional_text(const char* name, std::size_t most = kMaxText) {
    return has(name) ? std::optional(text(name, most)) : std::nullopt;
  }
  std::int64_t integer(const char* name, std::int64_t least, std::int64_t most) {
    const Json* field = find(name, &Json::is_number_integer);
    if (!field) return least;
    if (field->is_number_unsigned() && field->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
      refuse(name);
      return least;
    }
    const auto value = field->get<std::int64_t>();
    if (value < least || value > most) refuse(name);
    return value;
  }
  int integer_or(const char* name, int otherwise, int least, int most) {
    return has(name) ? static_cast<int>(integer(name, least, most)) : otherwise;
  }
  Millis millis_or_zero(const char* name, Millis most) {
    return Millis(has(name) ? integer(name, 0, most.count()) : 0);
  }
  bool flag_or(const char* name, bool otherwise) {
    if (!has(name)) return otherwise;
    const Json* field = find(name, &Json::is_boolean);
    return field ? field->get<bool>() : otherwise;
  }
  template <class Enum>
  Enum choice(const char* name) {
    const auto value = from_word<Enum>(text(name));
    if (!value) refuse(name);
    return value.value_or(Enum{});
  }
  template <class Enum>
  Enum choice_or(const char* name, Enum otherwise) {
    return has(name) ? choice<Enum>(name) : otherwise;
  }
  const Json* find(const char* name, bool (Json::*is_type)() const noexcept) {
    const auto found = object_.find(name);
    if (found != object_.end() && ((*found).*is_type)()) return &*found;
    refuse(name);
    return nullptr;
  }

 private:
  const Json& object_;
  std::optional<std::string> bad_;
};

}  // namespace server::protocol
