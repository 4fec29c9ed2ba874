#pragma once

#include <string>
#include <type_traits>

#include "engine/core/expected.h"
#include "server/base/read_json.h"
#include "server/protocol/json_reader.h"

namespace server {

/// What `read` makes of the fields of a body, or the first one that is wrong. For the pool.
/// A body that is no JSON object has no fields: what is required is missing then. Never throws.
template <class Read>
auto read_form(const std::string& body, Read read)
    -> engine::Expected<std::invoke_result_t<Read, protocol::Fields&>, std::string> {
  auto json = read_json(body);
  const auto object = json && json->is_object() ? *std::move(json) : nlohmann::json::object();
  protocol::Fields fields(object);
  auto form = read(fields);
  if (fields.bad()) return engine::Unexpected(*fields.bad());
  return form;
}

}  // namespace server
