#include "server/formats/game_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "server/formats/dhtmlxq.h"
#include "server/formats/ggf.h"
#include "server/formats/properties.h"
#include "server/formats/psq.h"
#include "server/formats/sgf.h"
#include "server/formats/transcript.h"

namespace server {

namespace {

constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

template <auto write>
std::optional<std::string> written(const PlayedGame& game, PgnNotation) {
  return write(game);
}
template <auto read>
ReadTree read_by(std::string_view text, std::string_view, int first_line) {
  return read(text, first_line);
}
std::vector<std::string_view> whole_text(std::string_view text) {
  return {text};
}

constexpr GameFormat kFormats[] = {
    {"pgn", "xiangqi", "application/x-chess-pgn; charset=utf-8",
     [](const PlayedGame& game, PgnNotation notation) { return std::optional(write_pgn(game, notation)); },
     split_pgn, read_by<read_pgn>},
    {"dhtmlxq", "xiangqi", kPlainText, written<write_dhtmlxq>, split_dhtmlxq, read_by<read_dhtmlxq>},
    {"sgf", "gomoku", "application/x-go-sgf; charset=utf-8", written<write_sgf>, split_collection,
     read_by<read_sgf>},
    {"psq", "gomoku", kPlainText, written<write_psq>, whole_text,
     [](std::string_view text, std::string_view, int) { return read_psq(text); }},
    {"ggf", "antireversi", kPlainText, written<write_ggf>, split_collection, read_by<read_ggf>},
    // In the order in which a text without a name is tried: what the rules of the first allow is rare.
    {"transcript", "antireversi", kPlainText, written<write_transcript>, whole_text, read_transcript},
    {"transcript", "xiangqi", kPlainText, written<write_transcript>, whole_text, read_transcript},
    {"transcript", "gomoku", kPlainText, written<write_transcript>, whole_text, read_transcript},
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_board_of_fen(std::string_view text) {
  return std::ranges::count(text.substr(0, text.find(' ')), '/') == 9;
}

/// [Name "...
bool is_pgn_tag(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::size_t quote = text.find_first_of("\"]\n");
  return quote != text.npos && text[quote] == '"';
}

}  // namespace

engine::Unexpected<BadText> several_games(std::size_t games) {
  return bad_text(0, "several_games", fmt::format("this file has {} games: say which one", games));
}

std::span<const GameFormat> game_formats() {
  return kFormats;
}

std::optional<GameFile> write_game(std::string_view format, const PlayedGame& game, PgnNotation notation) {
  const auto row = std::ranges::find_if(
      kFormats, [&](const GameFormat& each) { return each.id == format && each.game == game.game; });
  if (row == std::end(kFormats)) return std::nullopt;
  auto text = row->write(game, notation);
  if (!text) return std::nullopt;
  return GameFile{row->type, *std::move(text)};
}

std::string_view detect_format(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n\t"), text.size()));
  const std::string_view nodes = contains(text, "GM[Othello]") || contains(text, "BO[8 ") ? "ggf" : "sgf";
  // By how it begins, first: what stands further on may be a player's name.
  if (text.starts_with('{')) return "json";
  if (text.starts_with("Piskvork") || text.starts_with("piskvork")) return "psq";
  if (is_rec(text)) return "psq";
  if (text.starts_with('(')) return nodes;
  if (is_pgn_tag(text)) return "pgn";
  if (contains(text, "[DhtmlXQ_movelist]")) return "dhtmlxq";  // Whatever markup of a forum stands before it.
  if (text.starts_with('[')) return text.starts_with("[DhtmlXQ") ? "dhtmlxq" : "pgn";
  if (contains(text, "(;")) return nodes;
  if (is_board_of_fen(text) || text.starts_with("position ")) return "pgn";
  if (text.starts_with("rule ") || text.starts_with("pos ")) return "transcript";
  // The number of a move with its dot, or letters that are not ASCII: neither stands in a mere list of moves.
  const bool chinese =
      std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return contains(text, ".") || chinese ? "pgn" : "transcript";
}

std::vector<std::string_view> split_games(std::string_view text, std::string_view format) {
  const auto row = std::ranges::find(kFormats, format, &GameFormat::id);
  return row == std::end(kFormats) ? whole_text(text) : row->split(text);
}

Read read_game(std::string_view text, std::string_view format, std::string_view game, int first_line) {
  if (text.size() > kMaxGameText) return bad_text(0, "too_long", "the text is longer than 256 KiB");
  const bool blank = text.find_first_not_of(" \n\t") == std::string_view::npos;
  if (blank && game.empty()) return bad_text(1, "syntax", "there is no game");
  std::optional<BadText> bad;
  int tried = 0;
  for (const GameFormat& row : kFormats) {
    if (row.id != format || (!game.empty() && row.game != game)) continue;
    if (const std::size_t games = row.split(text).size(); games > 1) return several_games(games);
    const auto tree = row.read(text, row.game, first_line);
    auto read = tree ? play_main_line(*tree) : Read(engine::Unexpected(tree.error()));
    if (read) return read;
    bad = read.error();
    ++tried;
  }
  if (tried == 0)
    return bad_text(0, "unknown_format", fmt::format("there is no format {} of such a game", format));
  if (tried > 1)
    return bad_text(0, "unknown_game", "these are moves of none of our games: say which game it is");
  return engine::Unexpected(*std::move(bad));
}

}  // namespace server
