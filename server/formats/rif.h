#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// RIF, the database of RenjuNet: XML with tables of players, tournaments and rules, and a list of games.
namespace server {

/// Names of the tables by table and id: "player 12"; so many at most.
inline constexpr std::size_t kMostRifRows = 100'000;
using RifTables = std::map<std::string, std::string, std::less<>>;

bool is_rif(std::string_view text);
std::vector<std::string_view> split_rif(std::string_view text);
RifTables read_rif_tables(std::string_view text);
/// One of its games.
ReadTree read_rif(std::string_view text, const RifTables& tables, int first_line = 1);

}  // namespace server
