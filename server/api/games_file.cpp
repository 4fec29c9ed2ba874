#include "server/api/games_file.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "server/api/api_error.h"
#include "server/api/game_json.h"
#include "server/formats/game_file.h"

namespace server {

namespace {

void go_on(const std::shared_ptr<GamesDownload>& download) {
  download->records.read(
      download->order,
      [download](storage::Reader& store) { return download->add_some(store, download->file); },
      [download](std::optional<bool> is_over) {
        // A client that has left reads no answer: the rest is not looked up for it.
        if (!is_over || download->has_left()) return download->respond(records_unavailable());
        if (!*is_over) return go_on(download);
        download->respond(download->finish(download->file));
      });
}

}  // namespace

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

void write_games(GamesDownload download) {
  go_on(std::make_shared<GamesDownload>(std::move(download)));
}

}  // namespace server
