#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "server/formats/played_game.h"

namespace server {

/// NAME[value][value] of a node: what SGF and GGF are made of.
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
engine::Expected<Properties, BadText> read_properties(std::string_view text, int first_line = 1);

/// The games of a collection: what stands in brackets, one after another.
std::vector<std::string_view> split_collection(std::string_view text);

/// The first value of the first such property; empty if there is none.
std::string property(const Properties& properties, std::string_view name);
const Property* find_property(const Properties& properties, std::string_view name);

}  // namespace server
