#include "server/formats/dialects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "server/base/ascii_case.h"

namespace server {

namespace {

using engine::Match;

std::string as_it_stands(const Match&, const std::string& text) {
  return text;
}

// ---- ranks -----------------------------------------------------------------------------------------------

/// A file and a rank, h2 or H10, taken off the text.
std::optional<std::pair<char, int>> take_point(std::string_view& text) {
  if (text.size() < 2) return std::nullopt;
  const char file = static_cast<char>(text[0] | 0x20);
  int rank = 0;
  const char* const start = text.data() + 1;
  const auto [end, error] = std::from_chars(start, text.data() + std::min<std::size_t>(text.size(), 3), rank);
  if (file < 'a' || file > 'i' || error != std::errc() || rank < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return std::pair(file, rank);
}

struct TwoPoints {
  std::pair<char, int> from, to;
};

/// h3e3 or H3-E3.
/// None for anything else, such as more than one dash or signs after the move.
std::optional<TwoPoints> two_points(std::string_view text) {
  const auto from = take_point(text);
  if (from && text.starts_with('-')) text.remove_prefix(1);
  const auto to = take_point(text);
  if (!from || !to || !text.empty()) return std::nullopt;
  return TwoPoints{*from, *to};
}

/// H2-E2 as h2e2; empty if it is not of two points.
std::string with_plain_points(std::string_view text) {
  const auto points = two_points(text);
  if (!points) return {};
  const auto& [from, to] = *points;
  return fmt::format("{}{}{}{}", from.first, from.second, to.first, to.second);
}

bool is_two_points(std::string_view text) {
  return two_points(text).has_value();
}

std::string with_ranks_from_1(const Match&, const std::string& text) {
  const auto points = two_points(text);
  if (!points) return text;
  const auto& [from, to] = *points;
  return fmt::format("{}{}{}{}", from.first, from.second - 1, to.first, to.second - 1);
}

// ---- letters and points ----------------------------------------------------------------------------------

/// A move as in chess: Che2, Rab1, N3c4, Ch2-e2, e5 for a pawn; a cross for a capture, signs after it.
struct Algebraic {
  char piece = 'P';  ///< As in a FEN.
  char from_file = 0, to_file = 0;
  int from_rank = -1, to_rank = 0;
};

int take_rank(std::string_view& text) {
  int rank = -1;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + std::min<std::size_t>(text.size(), 2), rank);
  if (error == std::errc()) text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return rank;
}

char take_file(std::string_view& text) {
  if (text.empty() || text[0] < 'a' || text[0] > 'i') return 0;
  const char file = text[0];
  text.remove_prefix(1);
  return file;
}

std::optional<Algebraic> algebraic(std::string_view text) {
  // Both names of each piece: N and H are horses, B, E and M elephants (bishop, minister), A and G advisors
  // (guard). kPieces has the letter of a FEN at the same place.
  constexpr std::string_view kLetters = "RNHBEMCAGKP", kPieces = "RNNBBBCAAKP";
  text = text.substr(0, text.find_last_not_of("+#=!?") + 1);
  Algebraic move;
  if (const std::size_t letter = text.empty() ? text.npos : kLetters.find(text[0]); letter != text.npos) {
    move.piece = kPieces[letter];
    text.remove_prefix(1);
  }
  const char first_file = take_file(text);
  const int first_rank = take_rank(text);
  if (!text.empty() && (text[0] == 'x' || text[0] == '-')) text.remove_prefix(1);
  if (text.empty()) {
    move.to_file = first_file;
    move.to_rank = first_rank;
  } else {
    move.from_file = first_file;
    move.from_rank = first_rank;
    move.to_file = take_file(text);
    move.to_rank = take_rank(text);
  }
  if (!text.empty() || move.to_file == 0 || move.to_rank < 0) return std::nullopt;
  return move;
}

/// The letters of a FEN's board, rank by rank from black's, a dot for no piece.
std::string squares_of(std::string_view pos) {
  std::string squares;
  for (const char c : pos.substr(0, pos.find(' '))) {
    if ('1' <= c && c <= '9') squares.append(static_cast<std::size_t>(c - '0'), '.');
    if (std::isalpha(static_cast<unsigned char>(c))) squares += c;
  }
  return squares;
}

char piece_on(const std::string& squares, char file, char rank) {
  const auto at = static_cast<std::size_t>(('9' - rank) * 9 + (file - 'a'));
  return at < squares.size() ? static_cast<char>(std::toupper(static_cast<unsigned char>(squares[at]))) : '.';
}

/// The one legal move that is meant.
std::string by_letters(const Match& match, const std::string& text, int lowest_rank) {
  const auto meant = algebraic(text);
  if (!meant) return text;
  const std::string squares = squares_of(match.look().pos);
  std::string found;
  for (const std::string& move : match.legal_moves()) {
    const bool fits = move[2] == meant->to_file && move[3] - '0' == meant->to_rank - lowest_rank &&
                      piece_on(squares, move[0], move[1]) == meant->piece &&
                      (meant->from_file == 0 || move[0] == meant->from_file) &&
                      (meant->from_rank < 0 || move[1] - '0' == meant->from_rank - lowest_rank);
    if (!fits) continue;
    // Sending the text on unchanged makes Match::read_move() refuse it with its own words.
    if (!found.empty()) return text;  // Two moves are meant.
    found = move;
  }
  return found.empty() ? text : found;
}

std::string by_letters_from_1(const Match& match, const std::string& text) {
  return by_letters(match, text, 1);
}
std::string by_letters_from_0(const Match& match, const std::string& text) {
  return by_letters(match, text, 0);
}

bool is_algebraic(std::string_view text) {
  return algebraic(text).has_value();
}

// ---- other letters of WXF --------------------------------------------------------------------------------

/// K R N C G M P: guards and ministers, as WXF's own files call them.
std::string from_guards(const Match&, const std::string& text) {
  std::string changed = text;
  const std::size_t letter = text.find_first_of("GMgm");
  if (letter == text.npos) return text;
  const bool is_guard = text[letter] == 'G' || text[letter] == 'g';
  changed[letter] = is_guard ? 'A' : 'E';
  return changed;
}

/// Four letters with the piece in front (`G4+5`) or behind a sign of place (`+M-5`): other texts of WXF are
/// left alone.
bool is_of_guards(std::string_view text) {
  return text.size() == 4 && text.find_first_of("GMgm") < 2;
}

// ---- Vietnamese ------------------------------------------------------------------------------------------

using Signs = std::pair<char, char>;
/// Forward, back and sideways as Vietnamese books write them, and as WXF does.
constexpr Signs kBookSigns[] = {{'.', '+'}, {'/', '-'}, {'-', '='}};
constexpr Signs kWxfSigns[] = {{'+', '+'}, {'-', '-'}, {'=', '='}, {'.', '='}};

/// P2-5 (sideways), M8.7 (forward), X1/1 (back), Pt-5 (the one in front), as WXF; none if it is no such move.
std::optional<std::string> vietnamese(std::string_view text, std::span<const Signs> signs) {
  // Tướng, sĩ, tượng (also voi), xe, mã, pháo, binh (also chốt). "tg" comes first, since "t" alone is an
  // elephant. The same letters mean other pieces in WXF (P is a pawn there, C a cannon), and `-` is sideways
  // here but back there: only a whole file can tell, never one move.
  constexpr std::pair<std::string_view, char> kPieces[] = {{"tg", 'K'}, {"s", 'A'}, {"t", 'E'},
                                                           {"v", 'E'},  {"x", 'R'}, {"m", 'H'},
                                                           {"p", 'C'},  {"b", 'P'}, {"c", 'P'}};
  // Trước, sau, giữa: front, rear and middle of two or three on one file.
  constexpr Signs kWhich[] = {{'t', '+'}, {'s', '-'}, {'g', 'm'}};
  const std::string small = lower(text);
  const auto piece = std::ranges::find_if(kPieces, [&](auto& each) {
    return small.starts_with(each.first) && small.size() == each.first.size() + 3;
  });
  if (piece == std::end(kPieces)) return std::nullopt;
  const std::string_view rest = std::string_view(small).substr(piece->first.size());
  const auto sign = std::ranges::find(signs, rest[1], &Signs::first);
  if (sign == signs.end()) return std::nullopt;
  const auto which = std::ranges::find(kWhich, rest[0], &Signs::first);
  return std::string{piece->second, which == std::end(kWhich) ? rest[0] : which->second, sign->second,
                     rest[2]};
}

std::string from_vietnamese(const Match&, const std::string& text) {
  return vietnamese(text, kBookSigns).value_or(text);
}

bool is_vietnamese(std::string_view text) {
  return vietnamese(text, kBookSigns).has_value();
}

/// Nothing for what is no Vietnamese: the letters of WXF do not stand beside these.
std::string from_vietnamese_wxf(const Match&, const std::string& text) {
  return vietnamese(text, kWxfSigns).value_or(std::string());
}

bool is_vietnamese_wxf(std::string_view text) {
  return vietnamese(text, kWxfSigns).has_value();
}

bool never(std::string_view) {
  return false;
}

// The order counts where several fit a whole line equally: the first is taken. What PlayOK writes (`.` for
// `=`) is no dialect of its own: Match::read_move() takes it.
constexpr Dialect kXiangqi[] = {
    {"ICCS, WXF or Chinese", never, as_it_stands},
    {"points with ranks from 1", is_two_points, with_ranks_from_1},
    {"letters and points with ranks from 1", is_algebraic, by_letters_from_1},
    {"letters and points with ranks from 0", is_algebraic, by_letters_from_0},
    {"WXF with guards and ministers", is_of_guards, from_guards},
    {"Vietnamese", is_vietnamese, from_vietnamese},
    {"Vietnamese with the signs of WXF", is_vietnamese_wxf, from_vietnamese_wxf},
};
constexpr Dialect kOthers[] = {{"points", never, as_it_stands}};

}  // namespace

engine::Expected<std::string, engine::Rejection> read_move(Match& match, const MoveText& move,
                                                           const Dialect& dialect) {
  const std::string text = move.is_exact ? move.text : dialect.translate(match, move.text);
  auto read = match.read_move(text);
  // A match takes ranks from 0 and from 1, each move by itself; a file means one of them.
  const std::string exact = move.is_exact ? text : with_plain_points(text);
  if (!read || exact.empty() || *read == exact) return read;
  const auto played = match.play(exact);  // Says why not: it is no legal move as it stands.
  if (!played) return engine::Unexpected(played.error());
  match.undo();
  return read;
}

std::span<const Dialect> dialects_of(std::string_view game) {
  if (game == "xiangqi") return kXiangqi;
  return kOthers;
}

}  // namespace server
