#include "server/formats/game_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/base/ascii_case.h"
#include "server/formats/bdt.h"
#include "server/formats/dhj.h"
#include "server/formats/dhtmlxq.h"
#include "server/formats/ggf.h"
#include "server/formats/pfc.h"
#include "server/formats/pgn_words.h"
#include "server/formats/properties.h"
#include "server/formats/psq.h"
#include "server/formats/record_json.h"
#include "server/formats/rif.h"
#include "server/formats/sgf.h"
#include "server/formats/transcript.h"
#include "server/formats/wxf.h"
#include "server/formats/xqf.h"

namespace server {

namespace {

constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

template <auto write>
std::optional<std::string> written(const PlayedGame& game, PgnNotation) {
  return write(game);
}
// A row a format and game: to add a format, write it in a file of its own and add its row here and in
// kTextFormats, or kBinaryFormats (binary_file.cpp).
constexpr GameFormat kFormats[] = {
    {"pgn", "xiangqi", "application/x-chess-pgn; charset=utf-8",
     [](const PlayedGame& game, PgnNotation notation) { return std::optional(write_pgn(game, notation)); }},
    {"dhtmlxq", "xiangqi", kPlainText, written<write_dhtmlxq>},
    {"sgf", "gomoku", "application/x-go-sgf; charset=utf-8", written<write_sgf>},
    {"psq", "gomoku", kPlainText, written<write_psq>},
    {"ggf", "antireversi", kPlainText, written<write_ggf>},
    {"transcript", "antireversi", kPlainText, written<write_transcript>},
    {"transcript", "xiangqi", kPlainText, written<write_transcript>},
    {"transcript", "gomoku", kPlainText, written<write_transcript>},
    {"xqf", "xiangqi", "application/octet-stream",
     [](const PlayedGame& game, PgnNotation) { return std::optional(write_xqf(game)); }, true},
};

/// How texts of a format are read.
struct TextFormat {
  std::string_view id, game;
  std::vector<std::string_view> (*split)(std::string_view text);
  ReadTree (*read)(std::string_view text, std::string_view game, int first_line);
};

template <auto read>
ReadTree read_by(std::string_view text, std::string_view, int first_line) {
  return read(text, first_line);
}
std::vector<std::string_view> whole_text(std::string_view text) {
  return {text};
}

constexpr TextFormat kTextFormats[] = {
    {"pgn", "xiangqi", split_pgn, read_by<read_pgn>},
    {"dhtmlxq", "xiangqi", split_dhtmlxq, read_by<read_dhtmlxq>},
    {"dhj", "xiangqi", split_dhj, read_by<read_dhj>},
    {"wxf", "xiangqi", split_wxf, read_by<read_wxf>},
    {"pfc", "xiangqi", whole_text, read_by<read_pfc>},
    {"sgf", "gomoku", split_collection, read_by<read_sgf>},
    {"psq", "gomoku", split_psq, read_by<read_psq>},
    {"rif", "gomoku", split_rif, nullptr},  // By its tables: see parse_game().
    {"bdt", "gomoku", split_bdt, read_by<read_bdt>},
    {"ggf", "antireversi", split_collection, read_by<read_ggf>},
    {"json", "", split_json, read_by<read_json_game>},
    // In the order in which a text without a name is tried: what the rules of the first allow is rare.
    {"transcript", "antireversi", split_transcript, read_transcript},
    {"transcript", "xiangqi", split_transcript, read_transcript},
    {"transcript", "gomoku", split_transcript, read_transcript},
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_board_of_fen(std::string_view text) {
  return std::ranges::count(text.substr(0, text.find_first_of(" \n")), '/') == 9;
}

/// GGF by the name of its game, which Edax writes in small letters, or by its board.
std::string_view format_of_nodes(std::string_view text) {
  constexpr std::string_view kGame = "GM[";
  for (std::size_t at = text.find(kGame); at != text.npos; at = text.find(kGame, at + 1)) {
    const std::string word = lower(text.substr(at + kGame.size(), 12));
    if (word.starts_with("othello") || word.starts_with("reversi") || word.starts_with("anti-")) return "ggf";
  }
  return contains(text, "BO[8 ") ? "ggf" : "sgf";
}

/// A node, or a property without one: what stands in round brackets else may be the number of a move.
bool begins_nodes(std::string_view text) {
  if (!text.starts_with('(')) return false;
  text.remove_prefix(std::min(text.find_first_not_of(" \n\t", 1), text.size()));
  const std::size_t name = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return text.starts_with(';') || (name != text.npos && name > 0 && text[name] == '[');
}

/// [{...}, ...]
bool begins_json_list(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::size_t next = text.find_first_not_of(" \n\t", 1);
  return next != text.npos && text[next] == '{';
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

std::vector<std::string_view> text_formats() {
  std::vector<std::string_view> words;
  for (const TextFormat& each : kTextFormats)
    if (words.empty() || words.back() != each.id) words.push_back(each.id);
  return words;
}

bool is_text_format(std::string_view format) {
  return std::ranges::find(kTextFormats, format, &TextFormat::id) != std::end(kTextFormats);
}

std::vector<std::string_view> games_of_format(std::string_view format) {
  std::vector<std::string_view> games;
  for (const TextFormat& each : kTextFormats)
    if (each.id == format) games.push_back(each.game);
  return games;
}

std::string_view detect_format(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n\t"), text.size()));
  // By how it begins, first: what stands further on may be a player's name.
  if (begins_json_object(text) || begins_json_list(text)) return "json";
  if (text.starts_with("Piskvork") || text.starts_with("piskvork")) return "psq";
  if (is_rec(text)) return "psq";
  if (begins_nodes(text)) return format_of_nodes(text);
  if (is_pgn_tag(text)) return "pgn";
  if (is_wxf(text)) return "wxf";
  if (is_pfc(text)) return "pfc";
  if (is_rif(text)) return "rif";
  // Whatever markup of a forum stands before it. Of a position there may be nothing else.
  if (contains(text, "[DhtmlXQ_movelist]") || contains(text, "[DhtmlXQ_binit]")) return "dhtmlxq";
  if (contains(text, "[DHJHtmlXQ_34]")) return "dhj";
  if (is_bdt(text)) return "bdt";
  // A tag without quotes, which some write; not before the formats whose fields are in brackets as well.
  if (text.starts_with('[')) return text.starts_with("[DhtmlXQ") ? "dhtmlxq" : "pgn";
  if (contains(text, "(;")) return format_of_nodes(text);
  const std::string_view first = text.substr(0, text.find_first_of(" \n"));
  if (is_board_of_fen(text) || is_protocol_word(first)) return "pgn";
  if (text.starts_with("rule ") || text.starts_with("pos ")) return "transcript";
  // The number of a move with its dot, or letters that are not ASCII: neither stands in a mere list of moves.
  const bool chinese =
      std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return contains(text, ".") || chinese ? "pgn" : "transcript";
}

std::vector<std::string_view> split_games(std::string_view text, std::string_view format) {
  const auto row = std::ranges::find(kTextFormats, format, &TextFormat::id);
  return row == std::end(kTextFormats) ? whole_text(text) : row->split(text);
}

FileTables read_tables(std::string_view text, std::string_view format) {
  return format == "rif" ? read_rif_tables(text) : FileTables();
}

ReadTree parse_game(std::string_view text, std::string_view format, std::string_view game, int first_line,
                    const FileTables& tables) {
  if (format == "rif") return read_rif(text, tables, first_line);
  const auto row = std::ranges::find_if(kTextFormats, [&](const TextFormat& each) {
    return each.id == format && (game.empty() || each.game.empty() || each.game == game);
  });
  if (row == std::end(kTextFormats))
    return bad_text(0, "unknown_format", fmt::format("there is no format {} of such a game", format));
  return row->read(text, row->game.empty() ? game : row->game, first_line);
}

Read read_game(std::string_view text, std::string_view format, std::string_view game) {
  if (const std::size_t games = split_games(text, format).size(); games > 1) return several_games(games);
  std::vector<std::string_view> tried = games_of_format(format);
  if (!game.empty()) tried = {game};
  if (tried.empty()) return bad_text(0, "unknown_format", fmt::format("there is no format {}", format));
  std::optional<Read> read;
  for (const std::string_view each : tried) {
    auto tree = parse_game(text, format, each, 1, read_tables(text, format));
    read = tree ? play_main_line(*std::move(tree)) : Read(engine::Unexpected(tree.error()));
    if (*read) return *std::move(read);
  }
  if (tried.size() > 1)
    return bad_text(0, "unknown_game", "these are moves of none of our games: say which game it is");
  return *std::move(read);
}

}  // namespace server
