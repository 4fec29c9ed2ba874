#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// Files that are not text, or XML: what they are is told by their first bytes, never by their names.
namespace server {

struct BinaryFile {
  std::string_view format;                ///< "xqf", "cbr", "cbl", "cbl2", "cbf", "renlib", "pos"
  std::string_view game;                  ///< "xiangqi"
  std::vector<std::string_view> games{};  ///< Each still to be read, by read_binary().
  std::vector<BadText> notes{};           ///< What of the file belongs to none of them.
};

/// None if the bytes may be text. Refused with a sentence that names what it is if it is a file of another
/// kind that people take for games, or of a version that is not known here.
engine::Expected<std::optional<BinaryFile>, BadText> find_binary(std::string_view bytes);

/// One of BinaryFile::games, its moves not played yet.
ReadTree read_binary(std::string_view format, std::string_view game, std::optional<Encoding> encoding = {});

std::vector<std::string_view> binary_formats();

}  // namespace server
