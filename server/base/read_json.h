#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/core/expected.h"

namespace server {

/// Of a text that read_json() refuses.
/// The text itself is not repeated in it.
struct BadJson {
  std::string message;
  std::size_t byte = 0;  ///< Where it is no JSON, from 1; 0: it is JSON, but not of a kind that is read.
};

/// Reads JSON that comes from outside: of a client, a file, another server or a worker. Time and memory grow
/// no faster than the text, whatever is in it: an object has at most 64 members, for each costs as many
/// comparisons as there are before it, and nothing is nested deeper than 8.
///
/// UTF-8 is checked as nlohmann does. For our own messages, which have a codec, see server/protocol.
engine::Expected<nlohmann::json, BadJson> read_json(std::string_view text);

}  // namespace server
