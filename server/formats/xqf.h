#pragma once

#include <optional>
#include <string_view>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

namespace server {

/// Whether these are the first bytes of a file of XQStudio 象棋演播室.
bool is_xqf(std::string_view bytes);

/// All versions, plain (up to 1.0) and enciphered. A start position that the rules refuse, which opening
/// files have, becomes the usual one. What a damaged node begins is left out with a note.
///
/// Source: the description of XQF 1.0 by its author, and what others have found out of later versions; see
/// docs/formats.md.
ReadTree read_xqf(std::string_view bytes, std::optional<Encoding> encoding = {});

}  // namespace server
