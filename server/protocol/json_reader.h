#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/protocol/messages.h"
#include "server/protocol/words.h"

namespace server::protocol {

using Json = nlohmann::json;

/// Bytes: position texts are the longest, below 300 (19 x 19 points are 361).
/// More is refused with the name of the field.
inline constexpr std::size_t kMaxText = 512;

/// Reads fields and remembers the first bad one, so that a message is read in one expression and judged once.
///
/// Every function gives some value even after a bad field, so that callers need no checks in between; they
/// ask bad() once, at the end. `object` outlives it. Example: `Join{.game_id = fields.text("gameId"),
/// .as_player = fields.flag_or("asPlayer", false)}`, and then `if (fields.bad()) ...`.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  /// Name of the first field that is not as it should be; none: all are.
  const std::optional<std::string>& bad() const { return bad_; }
  /// For checks that go beyond one field. Only the first is kept.
  void refuse(std::string_view name) {
    if (!bad_) bad_ = name;
  }

  /// A field that is null counts as absent.
  bool has(const char* name) const {
    const auto found = object_.find(name);
    return found != object_.end() && !found->is_null();
  }
  /// Required, not empty, at most `most` bytes.
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
  /// Required: a list of at most `most` texts, each of at most `longest` bytes.
  std::vector<std::string> texts(const char* name, std::size_t most, std::size_t longest = SIZE_MAX) {
    std::vector<std::string> all;
    const Json* items = find(name, &Json::is_array);
    if (items && items->size() > most) refuse(name);
    if (!items || bad()) return all;
    for (const Json& item : *items) {
      if (!item.is_string() || item.get_ref<const std::string&>().size() > longest) refuse(name);
      if (bad()) return all;
      all.push_back(item.get<std::string>());
    }
    return all;
  }
  std::vector<std::string> texts_or_empty(const char* name, std::size_t most,
                                          std::size_t longest = SIZE_MAX) {
    return has(name) ? texts(name, most, longest) : std::vector<std::string>();
  }
  /// Required, within the bounds. A number with a fraction is refused.
  std::int64_t integer(const char* name, std::int64_t least, std::int64_t most) {
    const Json* field = find(name, &Json::is_number_integer);
    if (!field) return least;
    // Beyond 63 bits nlohmann keeps it unsigned; as signed it would be negative.
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
  /// Zero where it is absent.
  Millis millis_or_zero(const char* name, Millis most) {
    return Millis(has(name) ? integer(name, 0, most.count()) : 0);
  }
  bool flag_or(const char* name, bool otherwise) {
    if (!has(name)) return otherwise;
    const Json* field = find(name, &Json::is_boolean);
    return field ? field->get<bool>() : otherwise;
  }
  /// A word of the enumeration (protocol::Words).
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
  /// Null, and bad(), unless it is there with this type.
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
