#include "server/api/games_file.h"

#include <algorithm>
#include <optional>

#include "server/api/game_json.h"
#include "server/formats/game_file.h"

namespace server {
namespace {

std::optional<std::string> text_of(const storage::Record& record, const std::string& format) {
  if (format == "json") return game_json(record, true);
  const auto game = played_game(record);
  auto file = game ? write_game(format, *game) : std::nullopt;
  return file ? std::optional(std::move(file->text)) : std::nullopt;
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
  const auto text = text_of(record, format_);
  if (!text) return;
  const bool is_json = format_ == "json";
  // Text formats need no more than a line between games: their readers find the next one (split_games()).
  if (!body_.empty()) body_ += is_json ? ",\n" : "\n";
  if (body_.empty() && is_json) body_ += '[';
  body_ += *text;
}

HttpResponse GamesFile::finish(const std::string& name) {
  if (format_ == "json") body_ += body_.empty() ? "[]\n" : "]\n";
  HttpResponse response{.body = std::move(body_)};
  if (format_ == "json") response.type = "application/json";
  response.headers.emplace_back("Content-Disposition",
                                "attachment; filename=\"" + name + '.' + format_ + '"');
  return response;
}

}  // namespace server
