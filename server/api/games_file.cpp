#include "server/api/games_file.h"

#include <algorithm>
#include <optional>

#include "server/api/game_json.h"
#include "server/formats/game_file.h"

namespace server {

bool GamesFile::knows(const std::string& format) {
  const auto is_it = [&](const GameFormat& row) { return row.id == format; };
  return format == "json" || std::ranges::any_of(game_formats(), is_it);
}

std::string GamesFile::usual(const std::string& game) {
  return std::string(std::ranges::find(game_formats(), game, &GameFormat::game)->id);
}

void GamesFile::add(const storage::Record& record) {
  if (format_ == "json") {
    const auto json = game_json(record, true);
    return json ? file_.add("", *json) : file_.leave_out();
  }
  const auto game = played_game(record);
  const auto file = game ? write_game(format_, *game) : std::nullopt;
  return file ? file_.add(name_in_zip(++games_, *game), file->text) : file_.leave_out();
}

}  // namespace server
