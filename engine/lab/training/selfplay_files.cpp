#include "engine/lab/training/selfplay_files.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/games/registry.h"

namespace engine::lab {

SelfPlayFile read_selfplay_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string header;
  std::getline(in, header);
  const auto row = nlohmann::json::parse(header, nullptr, false);
  if (!row.is_object() || row.value("format", "") != "sanqi-selfplay" || row.value("version", 0) != 1)
    throw std::runtime_error(file + " is no file of self-play games");
  SelfPlayFile read{.settings = {.game = find_game(row.value("game", "")),
                                 .setup = {.rule = row.value("rule", ""),
                                           .pos = row.value("pos", ""),
                                           .size = row.value("size", 0)},
                                 .seed = row.value("seed", std::uint64_t{0}),
                                 .nodes = row.value("nodes", std::uint64_t{0}),
                                 .random_plies = row.value("random", 0),
                                 .near = row.value("near", 0),
                                 .balance = row.value("balance", 0),
                                 .max_plies = row.value("max_plies", 0),
                                 .hash_bytes = row.value("hash", std::size_t{0})},
                    .games = {}};
  if (!read.settings.game || !read.settings.game->new_match(read.settings.setup))
    throw std::runtime_error(file + " is of a game that is not known");
  while (auto game = read_selfplay_game(in)) read.games.push_back(*std::move(game));
  std::ranges::sort(read.games, {}, &SelfPlayGame::number);
  return read;
}

}  // namespace engine::lab
