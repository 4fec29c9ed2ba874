#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// RIF, the database of RenjuNet: XML with tables of players, tournaments, rules and openings, and a list of
/// `<game ... bresult="1">` with `<move>h8 i9 ...</move>` and `<info>`. Games refer to rows of the tables by
/// id. Described by renju-note and by RenLib's code. Kept are names, event, day, result, one line, comment,
/// and as tags round, times, rule, opening and alternatives. RenjuNet's terms forbid its database on public
/// servers: none is bundled here.
namespace server {

/// Names of the tables by table and id: "player 12"; so many at most.
inline constexpr std::size_t kMostRifRows = 100'000;
using RifTables = std::map<std::string, std::string, std::less<>>;

/// By its first games, or the tag of their list in the first MiB.
bool is_rif(std::string_view text);
/// Never empty; without a game the whole text, for read_rif() to refuse.
std::vector<std::string_view> split_rif(std::string_view text);
/// From before the first game and behind the last. Rows beyond kMostRifRows are left out; GameReader notes
/// it.
RifTables read_rif_tables(std::string_view text);
/// One of its games.
ReadTree read_rif(std::string_view text, const RifTables& tables, int first_line = 1);

}  // namespace server
