#include <algorithm>
#include <cctype>

#include "engine/games/xiangqi/notation.h"

// Reading is writing turned round: a text is brought into the normal form and compared with what the legal
// moves are called. So there is no second description of the notations that could disagree with the first.

namespace engine::xiangqi {
namespace {

/// What the characters of a move mean. The two writings of Chinese, and red's and black's names of a piece,
/// mean the same: the position knows whose move it is.
struct Meaning {
  std::string_view characters;
  char means;
};
constexpr std::array kMeanings = {
    Meaning{"车車俥伡", 'R'}, Meaning{"马馬傌㐷", 'H'}, Meaning{"炮砲包礮", 'C'}, Meaning{"兵卒", 'P'},
    Meaning{"仕士", 'A'},     Meaning{"相象像", 'E'},   Meaning{"帅帥将將", 'K'}, Meaning{"进進前", '+'},
    Meaning{"退后後", '-'},   Meaning{"平", '='},       Meaning{"中", 'm'},       Meaning{"一壹", '1'},
    Meaning{"二贰貳", '2'},   Meaning{"三叁參", '3'},   Meaning{"四肆", '4'},     Meaning{"五伍", '5'},
    Meaning{"六陆陸", '6'},   Meaning{"七柒", '7'},     Meaning{"八捌", '8'},     Meaning{"九玖", '9'},
};

/// The next UTF-8 character of a text, as its bytes.
// Bytes that begin with 10 continue a character. A text that is no UTF-8 gives pieces that mean nothing.
std::string_view next_character(std::string_view& text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
  const std::string_view character = text.substr(0, length);
  text.remove_prefix(length);
  return character;
}

/// The ASCII twin of a full-width character (U+FF01 to U+FF5E, in UTF-8 EF BC 81 to EF BD 9E), or 0.
char narrow(std::string_view character) {
  if (character.size() != 3 || character[0] != '\xEF') return 0;
  const int page = static_cast<unsigned char>(character[1]) - 0xBC;
  const int code = page * 64 + (static_cast<unsigned char>(character[2]) - 0x80) + ' ';
  return code > ' ' && code < 0x7F ? static_cast<char>(code) : '\0';
}

char meaning_of_ascii(char c) {
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (upper == 'N') return 'H';
  if (upper == 'B') return 'E';
  if (upper == '.') return '=';
  return std::string_view("RHCPAEK123456789+-=").find(upper) != std::string_view::npos ? upper : '\0';
}

/// One character of the normal form, or 0.
char meaning_of(std::string_view character) {
  if (character.size() == 1) return meaning_of_ascii(character[0]);
  if (const char ascii = narrow(character)) return meaning_of_ascii(ascii);
  const auto knows = [&](const Meaning& m) { return m.characters.find(character) != std::string_view::npos; };
  const auto found = std::ranges::find_if(kMeanings, knows);
  return found != kMeanings.end() ? found->means : '\0';
}

bool is_letter(char c) {
  return c >= 'A' && c <= 'Z';
}

/// Pa to Pe, XiangQi Wizard's letters for 一兵 to 五兵, as the digit of the pawn; 0 for anything else.
// Small letters alone: PB+1 is no move. Where PlayOK writes black in small letters, two of them do not meet.
char lettered_pawn(std::string_view text) {
  if (text.size() != 4 || (text[0] != 'P' && text[0] != 'p') || text[1] < 'a' || text[1] > 'e') return '\0';
  return static_cast<char>(text[1] - 'a' + '1');
}

/// Of a piece, as the second character: `m`, or the sign for sideways that XiangQi Wizard writes (P..6).
bool is_middle(std::string_view character) {
  return character == "m" || character == "." || character == "=";
}

std::optional<Move> move_between(int from_file, int from_rank, int to_file, int to_rank) {
  if (!on_board(from_file, from_rank) || !on_board(to_file, to_rank)) return std::nullopt;
  return make_move(square(from_file, from_rank), square(to_file, to_rank));
}

struct Coordinates {
  int file;
  int rank;
};

/// A letter and a number at the beginning of a text, taken off it.
std::optional<Coordinates> next_square(std::string_view& text) {
  if (text.size() < 2 || !std::isalpha(static_cast<unsigned char>(text[0]))) return std::nullopt;
  const int file = std::tolower(static_cast<unsigned char>(text[0])) - 'a';
  std::size_t end = 1;
  int rank = 0;
  // Two digits at most: rank 10 of texts that count from 1.
  while (end < text.size() && end < 3 && std::isdigit(static_cast<unsigned char>(text[end])))
    rank = rank * 10 + (text[end++] - '0');
  if (end == 1) return std::nullopt;
  text.remove_prefix(end);
  return Coordinates{file, rank};
}

}  // namespace

CoordinateMove read_coordinates(std::string_view text) {
  const auto from = next_square(text);
  if (from && !text.empty() && text[0] == '-') text.remove_prefix(1);
  const auto to = next_square(text);
  if (!from || !to || !text.empty()) return {};
  return {move_between(from->file, from->rank, to->file, to->rank),
          move_between(from->file, from->rank - 1, to->file, to->rank - 1)};
}

std::optional<std::string> normal_spelling(std::string_view text) {
  std::string form;
  if (const char pawn = lettered_pawn(text)) {
    form = {'#', pawn};
    text.remove_prefix(2);
  }
  while (!text.empty()) {
    const std::string_view character = next_character(text);
    const char c = form.size() == 1 && is_middle(character) ? 'm' : meaning_of(character);
    if (c == 0 || form.size() == 4) return std::nullopt;
    form += c;
  }
  if (form.size() != 4) return std::nullopt;
  // The Chinese name front, middle and rear before the piece (前车), and so do some writers of WXF (+R).
  if (is_letter(form[1]) && !is_letter(form[0])) {
    const bool ordinal = std::isdigit(static_cast<unsigned char>(form[0])) != 0;
    form = (ordinal ? std::string{'#', form[0]} : std::string{form[1], form[0]}) + form.substr(2);
  }
  return form;
}

std::optional<Move> read_move(const Position& position, std::string_view text) {
  const CoordinateMove coordinates = read_coordinates(text);
  // Both readings may be legal, as in h3e3; the protocol's own is taken.
  for (const auto& move : {coordinates.ranks_from_0, coordinates.ranks_from_1})
    if (move && position.is_legal(*move)) return move;
  const auto spelling = normal_spelling(text);
  if (!spelling) return std::nullopt;
  MoveList moves;
  position.generate(moves);
  std::optional<Move> found;
  for (const Move move : moves) {
    // Most moves fall out here, before their spellings are made.
    if (!ends_like(position.board(), move, *spelling)) continue;
    const auto names = spellings(position.board(), move);
    if (std::ranges::find(names, *spelling) == names.end()) continue;
    if (found) return std::nullopt;
    found = move;
  }
  return found;
}

}  // namespace engine::xiangqi
