#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace server::bridge {

using Json = nlohmann::json;

/// Empty where the field is absent, null or no text.
// Never throws, unlike Json::value() of another type.
inline std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace server::bridge
