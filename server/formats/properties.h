#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "server/formats/played_game.h"

/// The grammar that SGF (red-bean.com/sgf) and GGF (GGSA's description) share:
/// `(;NAME[value][value]...;...(;...)(;...))`. A backslash escapes the sign after it. What the names mean is
/// for sgf.cpp and ggf.cpp.
namespace server {

/// NAME[value][value] of a node: what SGF and GGF are made of.
/// Never without a value.
struct Property {
  std::string name{};                 ///< Capitals.
  std::vector<std::string> values{};  ///< Without their escapes.
  int line = 0;
  int node = 0;         ///< 0 is the root; nodes are numbered as they stand in the file.
  int parent = -1;      ///< The node before its own.
  bool is_main = true;  ///< Of the main line: the first branch each time.
};

using Properties = std::vector<Property>;

/// Of a game: four for each node that a tree may have. They take some 200 bytes each.
inline constexpr std::size_t kMostValues = 200'000;

/// The properties of the one game that the text holds, in the order of the file.
/// Refused with a line: brackets that do not close, something that is no property, a second game behind the
/// first, too many values. Words before the game and behind it are skipped. O(text).
engine::Expected<Properties, BadText> read_properties(std::string_view text, int first_line = 1);

/// The games of a collection: what stands in brackets, one after another. One that lacks a bracket ends where
/// a line begins the next one with a property of games, such as GM. Never empty: where no bracket begins a
/// game it is the whole text, for read_properties() to refuse. Views of `text`.
std::vector<std::string_view> split_collection(std::string_view text);

/// The first value of the first such property; empty if there is none.
std::string property(const Properties& properties, std::string_view name);
/// Null if there is none. Points into `properties`. O(properties).
const Property* find_property(const Properties& properties, std::string_view name);

}  // namespace server
