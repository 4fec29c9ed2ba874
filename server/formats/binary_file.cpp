#include "server/formats/binary_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "server/formats/cbf.h"
#include "server/formats/ccbridge.h"
#include "server/formats/ccbridge2.h"
#include "server/formats/other_files.h"
#include "server/formats/platforms.h"
#include "server/formats/renlib.h"
#include "server/formats/tree_texts.h"
#include "server/formats/xqf.h"

namespace server {

namespace {

using Notes = std::vector<BadText>;

std::vector<std::string_view> whole(std::string_view bytes, Notes&) {
  return {bytes};
}

std::vector<std::string_view> games_of_cbl(std::string_view bytes, Notes& notes) {
  CblRecords records = split_cbl(bytes);
  if (records.deleted > 0)
    notes.push_back(
        bad_text(0, "deleted", fmt::format("{} deleted games of the library are left out", records.deleted))
            .error);
  for (const std::string_view about : records.about)
    if (!about.empty())
      notes.push_back(left_out_of_library(decode_text(about.substr(0, 500), Encoding::utf16le)));
  return std::move(records.kept);
}

std::vector<std::string_view> games_of_cbl2(std::string_view bytes, Notes& notes) {
  return split_cbl2(bytes, notes);
}

struct BinaryFormat {
  std::string_view id, game;
  bool (*is)(std::string_view bytes);
  std::vector<std::string_view> (*split)(std::string_view bytes, Notes& notes);
  ReadTree (*read)(std::string_view game, std::optional<Encoding> encoding);
};

// The order counts: RenLib's old files and .pos have no magic, so they come after those that have.
constexpr BinaryFormat kBinaryFormats[] = {
    {"xqf", "xiangqi", is_xqf, whole, read_xqf},
    {"cbr", "xiangqi", is_cbr, whole, read_cbr},
    {"cbl", "xiangqi", is_cbl, games_of_cbl, read_cbr},
    {"cbl2", "xiangqi", is_cbl2, games_of_cbl2, read_cbl2},
    {"cbf", "xiangqi", is_cbf, whole, read_cbf},
    {"renlib", "gomoku", is_renlib, whole, read_renlib},
    {"pos", "gomoku", is_renlib_pos, whole, read_renlib_pos},
    {"mxq", "xiangqi", is_mxq, whole, read_mxq},
    {"ccm", "xiangqi", is_ccm, whole, read_ccm},
    {"chn", "xiangqi", is_chn, whole, read_chn},
    {"che", "xiangqi", is_che, whole, read_che},
};

}  // namespace

engine::Expected<std::optional<BinaryFile>, BadText> find_binary(std::string_view bytes) {
  const auto format =
      std::ranges::find_if(kBinaryFormats, [&](const BinaryFormat& each) { return each.is(bytes); });
  if (format != std::end(kBinaryFormats)) {
    BinaryFile file{.format = format->id, .game = format->game};
    file.games = format->split(bytes, file.notes);
    if (file.games.empty()) return bad_text(0, "no_games", "there is no game in this library");
    return std::optional(std::move(file));
  }
  // Only what no format of ours has claimed: a known beginning of an unknown version is named here.
  if (auto other = find_other_binary(bytes)) return engine::Unexpected(*std::move(other));
  return std::optional<BinaryFile>();
}

ReadTree read_binary(std::string_view format, std::string_view game, std::optional<Encoding> encoding) {
  const auto found = std::ranges::find(kBinaryFormats, format, &BinaryFormat::id);
  if (found == std::end(kBinaryFormats)) return bad_text(0, "unknown_format", "there is no such format");
  return found->read(game, encoding);
}

std::vector<std::string_view> binary_formats() {
  std::vector<std::string_view> words;
  for (const BinaryFormat& each : kBinaryFormats) words.push_back(each.id);
  return words;
}

}  // namespace server
