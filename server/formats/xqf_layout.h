#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "server/formats/played_game.h"

/// Where things stand in the header of XQF, for its reader and its writer. xqf.h describes the format.
namespace server {

inline constexpr std::size_t kXqfHeader = 1024;
inline constexpr int kXqfPlainVersion = 0x0A;  ///< The last one without keys.
/// In the order of their 32 squares.
inline constexpr std::string_view kXqfPieces = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

/// A text: a byte of length, and room for so many bytes after it.
struct XqfField {
  std::size_t at, room;
};

inline constexpr XqfField kXqfTitle{80, 63}, kXqfEvent{208, 63}, kXqfDate{272, 15}, kXqfAuthor{480, 15};
inline constexpr std::array<XqfField, 2> kXqfNames{{{304, 15}, {320, 15}}};

struct XqfTag {
  std::string_view name;  ///< In the words of PGN.
  XqfField field;
};

/// Of the other texts, but for the author of the file.
inline constexpr XqfTag kXqfTags[] = {{"Site", {288, 15}},
                                      {"TimeControl", {336, 63}},
                                      {"RedTime", {400, 15}},
                                      {"BlackTime", {416, 15}},
                                      {"Annotator", {464, 15}}};

/// The author of a file that was written here: its texts are in GB18030, without a guess.
inline constexpr std::string_view kXqfOurAuthor = kOurEvent;

}  // namespace server
