#pragma once

#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/formats/played_game.h"

namespace server {

enum class Encoding { utf8, gb18030, big5, utf16le };

/// How the texts of one file are encoded, given one after another. UTF-8 if they are; else GB18030 (with GBK,
/// its older part) or Big5 with the signs of Hong Kong, whichever leaves fewer bytes unread and makes fewer
/// rare characters: statistics of letters fail on a few names.
/// @pre not UTF-16, which only formats with fields of it have
Encoding guess_encoding(std::string_view bytes);

/// In UTF-8, line ends \n; what cannot be read becomes U+FFFD, and ends of half a character are dropped.
std::string decode_text(std::string_view bytes, Encoding encoding);

/// The bytes of a file as UTF-8 with plain line ends and no byte order mark. Chinese files of Xiangqi are
/// often GB18030 (or GBK, its older part): what is not UTF-8 is read as that, and refused if it is neither.
engine::Expected<std::string, BadText> to_utf8(std::string_view bytes);

}  // namespace server
