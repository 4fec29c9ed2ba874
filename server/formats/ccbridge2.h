#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// Libraries of CCBridge 2, CBL before version 3, as its author described them (see docs/formats.md).
namespace server {

/// Whether these are the first bytes of such a library, packed or not.
bool is_cbl2(std::string_view bytes);

/// Whether it is, and its games are packed.
bool is_packed_cbl(std::string_view bytes);
/// The same library unpacked, of at most `most` bytes. @pre is_packed_cbl(bytes)
engine::Expected<std::string, BadText> unpack_cbl(std::string_view bytes, std::size_t most);

/// The games of an unpacked library, as read_cbl2() takes them. Costs no reading of moves.
std::vector<std::string_view> split_cbl2(std::string_view bytes, std::vector<BadText>& notes);
ReadTree read_cbl2(std::string_view game, std::optional<Encoding> encoding = {});

}  // namespace server
