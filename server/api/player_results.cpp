#include "server/api/player_results.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace server {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostGames = 500;
constexpr std::size_t kMostRows = 20;

/// What a row tells of, but for its numbers.
using Label = Json;

class Table {
 public:
  void count(const Label& label, storage::Tally result) {
    auto& [_, tally] = *rows_.try_emplace(label).first;
    ++tally.played;
    tally.won += result.won;
    tally.lost += result.lost;
    tally.drawn += result.drawn;
  }

  /// Most games first.
  Json json() const {
    std::vector<std::pair<Label, storage::Tally>> rows(rows_.begin(), rows_.end());
    std::ranges::stable_sort(rows, std::greater(), [](const auto& row) { return row.second.played; });
    Json list = Json::array();
    for (auto& [label, tally] : rows) {
      if (list.size() == kMostRows) break;
      label.update({{"won", tally.won}, {"lost", tally.lost}, {"drawn", tally.drawn}});
      list.push_back(std::move(label));
    }
    return list;
  }

 private:
  std::map<Label, storage::Tally> rows_;
};

storage::Tally result_of(const storage::Game& game, std::string_view side) {
  const std::string& result = game.ending.result;
  if (result == "draw") return {.drawn = 1};
  return result == side ? storage::Tally{.won = 1} : storage::Tally{.lost = 1};
}

Label opponent_label(const storage::Seat& seat) {
  // Bots by their level, whatever they were called.
  if (seat.level > 0) return {{"level", seat.level}};
  Label label = {{"name", seat.name}};
  if (seat.program) label["program"] = true;
  return label;
}

}  // namespace

Json player_results(storage::Reader& store, const std::string& user) {
  storage::GameQuery query{.status = "finished", .player = user, .player_is_id = true, .imported = false};
  // One page for all tables: four queries would look at the same games four times.
  query.limit = kMostGames + 1;  // The one beyond tells that there are more.
  storage::Page page = store.list(query);
  const bool has_more = page.games.size() > kMostGames || page.next;
  page.games.resize(std::min(page.games.size(), kMostGames));
  Table games, sides, openings, opponents;
  for (const storage::Summary& summary : page.games) {
    const storage::Game& game = summary.game;
    const std::size_t own = query.side_of_player(game).value_or(0);
    const std::string side = own == 0 ? "first" : "second";
    const storage::Tally result = result_of(game, side);
    games.count({{"game", game.game}}, result);
    sides.count({{"game", game.game}, {"side", side}}, result);
    opponents.count(opponent_label(game.seats[1 - own]), result);
    if (!game.opening_code.empty() && game.opening_code != storage::kUnclassified)
      openings.count({{"game", game.game}, {"openingCode", game.opening_code}}, result);
  }
  return {{"counted", page.games.size()}, {"more", has_more},
          {"games", games.json()},        {"sides", sides.json()},
          {"openings", openings.json()},  {"opponents", opponents.json()}};
}

}  // namespace server
