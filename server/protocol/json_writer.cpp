#include "server/protocol/json_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace server::protocol {
namespace {

bool is_plain(char c) {
  return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

}  // namespace

void JsonWriter::quote(std::string_view text) {
  if (std::ranges::all_of(text, is_plain)) {
    text_ += '"';
    text_ += text;
    text_ += '"';
  } else {
    text_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

}  // namespace server::protocol
