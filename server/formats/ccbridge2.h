#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// Libraries of CCBridge 2, CBL before version 3, as its author's manual describes them (see
/// docs/formats.md). Binary, little-endian; texts are a u32 length and bytes, GBK as a rule.
///
/// The library: "CCBridge", u32 version, u32 packing (0: none, else deflate), u32 length of what is packed;
/// then five texts, two moments of 19 characters, u32 number of games, a text, the games. A game: u32 its
/// length, itself included; 32 squares (file and rank from 1 in four bits each, 0 = not there); texts and
/// numbers in a fixed order; u32 number of moves; moves of 6 bytes (u16 serial, from, to, the move in words);
/// their comments, each ended by CR LF.
///
/// Left out are what the library says of itself (with a note) and moves in words.
namespace server {

/// Whether these are the first bytes of such a library, packed or not.
bool is_cbl2(std::string_view bytes);

/// Whether it is, and its games are packed.
bool is_packed_cbl(std::string_view bytes);
/// The same library unpacked, of at most `most` bytes. @pre is_packed_cbl(bytes)
/// Allocates what the header claims, at most `most`; more than it claims is refused.
engine::Expected<std::string, BadText> unpack_cbl(std::string_view bytes, std::size_t most);

/// The games of an unpacked library, as read_cbl2() takes them. Costs no reading of moves.
/// Views of `bytes`. Ends at the first length that cannot be one.
std::vector<std::string_view> split_cbl2(std::string_view bytes, std::vector<BadText>& notes);
/// @pre `game` is from split_cbl2()
ReadTree read_cbl2(std::string_view game, std::optional<Encoding> encoding = {});

}  // namespace server
