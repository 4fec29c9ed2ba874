#pragma once

#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/formats/played_game.h"

namespace server {

/// The bytes of a file as UTF-8 with plain line ends and no byte order mark. Chinese files of Xiangqi are
/// often GB18030 (or GBK, its older part): what is not UTF-8 is read as that, and refused if it is neither.
engine::Expected<std::string, BadText> to_utf8(std::string_view bytes);

}  // namespace server
