#include "server/api/joined_file.h"

#include <algorithm>
#include <utility>

#include "server/formats/game_file.h"

namespace server {

JoinedFile::JoinedFile(std::string format, bool is_single) : format_(std::move(format)) {
  const auto formats = game_formats();
  const auto row = std::ranges::find(formats, format_, &GameFormat::id);
  is_zip_ = row != formats.end() && row->is_binary && !is_single;
  type_ = is_zip_ ? "application/zip" : row != formats.end() ? row->type : "application/json";
}

void JoinedFile::add(std::string_view name, std::string_view file) {
  if (is_zip_) {
    is_full_ = zip_.files() == ZipWriter::kMostFiles;
    if (is_full_) return leave_out();
    zip_.add(name, format_, file);
    return;
  }
  // Text formats need no more than a line between games: their readers find the next one (split_games()).
  if (!body_.empty()) body_ += is_json() ? ",\n" : "\n";
  if (body_.empty() && is_json()) body_ += '[';
  body_ += file;
}

HttpResponse JoinedFile::finish(const std::string& name) {
  if (is_json()) body_ += body_.empty() ? "[]\n" : "]\n";
  HttpResponse response{.type = type_, .body = is_zip_ ? zip_.finish() : std::move(body_)};
  const std::string end = is_zip_ ? "zip" : format_;
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + '.' + end + '"');
  if (left_out_ > 0) response.headers.emplace_back("X-Left-Out", std::to_string(left_out_));
  return response;
}

std::string name_in_zip(std::size_t number, const PlayedGame& game) {
  return std::to_string(number) + '-' + game.names[0] + '-' + game.names[1];
}

}  // namespace server
