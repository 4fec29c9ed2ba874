#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// Files that are not text, or XML: what they are is told by their first bytes, never by their names.
namespace server {

/// Views of the bytes that were given, which must outlive them.
struct BinaryFile {
  std::string_view format;                ///< "xqf", "cbr", "cbl", "cbl2", "cbf", "renlib", "pos"
  std::string_view game;                  ///< "xiangqi"
  std::vector<std::string_view> games{};  ///< Each still to be read, by read_binary().
  std::vector<BadText> notes{};           ///< What of the file belongs to none of them.
};

/// None if the bytes may be text. Refused with a sentence that names what it is if it is a file of another
/// kind that people take for games, or of a version that is not known here.
/// Looks at the first bytes; only libraries of games are walked through, their moves are not read. @pre
/// packed libraries of CCBridge 2 are unpacked: see unpack_cbl()
engine::Expected<std::optional<BinaryFile>, BadText> find_binary(std::string_view bytes);

/// One of BinaryFile::games, its moves not played yet.
/// `encoding` overrides the guess for texts; formats in UTF-16 ignore it. An unknown `format` is an error.
ReadTree read_binary(std::string_view format, std::string_view game, std::optional<Encoding> encoding = {});

/// For ReadChoice::format and for what the server says of itself.
std::vector<std::string_view> binary_formats();

}  // namespace server
