#include "server/formats/binary_file.h"

#include <algorithm>
#include <iterator>

#include "server/formats/bytes.h"
#include "server/formats/cbf.h"
#include "server/formats/ccbridge.h"
#include "server/formats/renlib.h"
#include "server/formats/xqf.h"

namespace server {

namespace {

std::vector<std::string_view> whole(std::string_view bytes) {
  return {bytes};
}

struct BinaryFormat {
  std::string_view id;
  bool (*is)(std::string_view bytes);
  std::vector<std::string_view> (*split)(std::string_view bytes);
  ReadTree (*read)(std::string_view game);
};

constexpr BinaryFormat kBinaryFormats[] = {
    {"xqf", is_xqf, whole, read_xqf},          {"cbr", is_cbr, whole, read_cbr},
    {"cbl", is_cbl, split_cbl, read_cbr},      {"cbf", is_cbf, whole, read_cbf},
    {"renlib", is_renlib, whole, read_renlib},
};

/// What else begins so.
struct OtherFile {
  std::string_view magic, reason, message;
};

constexpr OtherFile kOtherFiles[] = {
    {"SQLite format 3", "no_games", "this is a database, perhaps an opening book: it holds no games"},
    {"CCBridge", "unknown_version", "this is a library of CCBridge 2: save it as one of CCBridge 3"},
    {"XQ", "unknown_version", "this version of XQF is not known here"},
    {"PK\x03\x04", "archive", "this is an archive: unpack it, and give its files one by one"},
    {"Rar!", "archive", "this is an archive: unpack it, and give its files one by one"},
    {"7z\xBC\xAF\x27\x1C", "archive", "this is an archive: unpack it, and give its files one by one"},
    {"%PDF", "no_games", "this is a document, no game"},
    {"\x89PNG", "no_games", "this is a picture, no game"},
    {"GIF8", "no_games", "this is a picture, no game"},
    {"\xFF\xD8\xFF", "no_games", "this is a picture, no game"},
};

/// A database of WTHOR has no magic, but a size that its number of games tells.
bool is_wthor(std::string_view bytes) {
  constexpr std::size_t kHeader = 16, kGame = 68;
  const std::size_t games = Bytes(bytes).u32(4);
  return games > 0 && games < bytes.size() && bytes.size() == kHeader + kGame * games;
}

}  // namespace

engine::Expected<std::optional<BinaryFile>, BadText> find_binary(std::string_view bytes) {
  if (is_wthor(bytes)) return bad_text(0, "unknown_game", "this is WTHOR: its games are of normal Othello");
  const auto format =
      std::ranges::find_if(kBinaryFormats, [&](const BinaryFormat& each) { return each.is(bytes); });
  if (format != std::end(kBinaryFormats)) {
    BinaryFile file{format->id, format->split(bytes)};
    if (file.games.empty()) return bad_text(0, "no_games", "there is no game in this library");
    return std::optional(std::move(file));
  }
  const auto other =
      std::ranges::find_if(kOtherFiles, [&](const OtherFile& each) { return bytes.starts_with(each.magic); });
  // A text may begin with these letters, too.
  if (other != std::end(kOtherFiles) && bytes.find('\0') != std::string_view::npos)
    return bad_text(0, std::string(other->reason), other->message);
  return std::optional<BinaryFile>();
}

ReadTree read_binary(std::string_view format, std::string_view game) {
  const auto found = std::ranges::find(kBinaryFormats, format, &BinaryFormat::id);
  if (found == std::end(kBinaryFormats)) return bad_text(0, "unknown_format", "there is no such format");
  return found->read(game);
}

}  // namespace server
