#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// The formats of CCBridge 象棋桥: CBR, one game, and CBL, a library of them. Sources in docs/formats.md.
namespace server {

bool is_cbr(std::string_view bytes);
/// A library of version 3.
bool is_cbl(std::string_view bytes);

/// Layouts 1 and 2; the board that stands in the file is the start, or with a note the usual one.
ReadTree read_cbr(std::string_view bytes, std::optional<Encoding> encoding = {});

struct CblRecords {
  std::vector<std::string_view> kept;  ///< In order, as read_cbr() takes them.
  std::size_t deleted = 0;             ///< Records that stand in the file, but no longer in its index.
};
/// Costs no reading of moves.
CblRecords split_cbl(std::string_view bytes);

}  // namespace server
