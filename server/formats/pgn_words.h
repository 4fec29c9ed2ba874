#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// The words between the brackets of PGN, as programs and people of Xiangqi write them. All functions are
/// pure, and linear in the text that they are given; blanks and signs look at its first character alone.
namespace server {

/// Of whatever alphabet.
/// A byte of the name of a PGN tag. The standard allows letters, digits and underscores of ASCII; programs
/// for Xiangqi write Chinese names as well, so each byte of a longer UTF-8 sequence counts.
inline bool in_tag_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Bytes of the blank with which a text begins, commas and the stops of Chinese text among them.
/// 0: there is none.
std::size_t blank_size(std::string_view text);

/// The bracket with which a text begins, a wide one of Chinese text as its sign of ASCII (（ and 【 are `(`);
/// else its first byte. @pre !text.empty()
char sign_of(std::string_view text);
/// Bytes of that sign: 1, or 3 of a wide one. @pre !text.empty()
std::size_t sign_size(std::string_view text);

/// Bytes of the blank or the sign with which a text begins; 1 of an empty one.
std::size_t separator_size(std::string_view text);

/// Takes off "12.", "12..." and what is written for them in Chinese. But 25.6 is a move of PlayOK: the second
/// pawn of file 5 to file 6.
std::string_view without_number(std::string_view word);

/// Whether that number of a move stands there with its dot, perhaps behind blanks.
bool begins_with_number(std::string_view text, int number);

/// Whether it stands around a position or before moves: engines are told them so, and people write FEN:
/// there.
bool is_protocol_word(std::string_view word);
/// Takes off FEN: where it stands before a position without a blank.
std::string_view without_name_of_fen(std::string_view word);

/// The number of a move that begins `text`, in digits of either width, as ⒈, ① or 第1; it is taken off. None
/// for anything else.
std::optional<int> take_number(std::string_view& text);

/// The number of a footnote that begins `text`, ①, (1) or 1), in brackets of either width; it is taken off.
/// None for anything else, such as 1.
std::optional<int> take_footnote_number(std::string_view& text);

/// The first of several moves that stand together without blanks, as Chinese ones may, with its number; else
/// all of the word. It is taken off.
std::string_view take_move(std::string_view& word);

/// Whether a word is a move in some notation, or a mistyped one: true where that is doubtful.
bool is_like_move(std::string_view word);

/// Whether there are moves, with numbers, signs and results, and no words of people up to a bracket, a
/// semicolon or the end of the line.
bool has_moves_alone(std::string_view text);

/// Whether the first word is one of people: no move, number, sign, result nor dots.
bool begins_with_words(std::string_view text);

/// Whether `fits` holds of some word, those in round brackets and braces among them.
template <class Fits>
bool any_word(std::string_view text, Fits fits) {
  const auto parts = [](std::string_view rest) {
    return blank_size(rest) > 0 || std::string_view("(){}").find(sign_of(rest)) != std::string_view::npos;
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !parts(text.substr(end))) ++end;
    if (fits(text.substr(at, end - at))) return true;
    at = end + separator_size(text.substr(end));
  }
  return false;
}

/// Bytes at the beginning of a line that are words of people: up to its end, or its first bracket. 0 where a
/// move, a result, a position or a word of an engine's protocol stands among them, or nothing but numbers.
std::size_t words_size(std::string_view line);

/// The number of an annotation, taken off the end of a move: "!" is 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6;
/// of wide signs, too. A sign for check is dropped.
std::optional<std::uint8_t> take_glyph(std::string_view& word);
/// The same of a word that says who stands better: "=" is 10, "+-" 18.
std::optional<std::uint8_t> evaluation_of(std::string_view word);

/// Whether words of a head tell that a side plays without some piece: 让双马, but not 让先.
bool tells_handicap(std::string_view words);

/// Whether the name of a variant means Xiangqi, or there is none.
bool is_name_of_xiangqi(std::string_view variant);

/// Red for 红方 and for red, Event for 赛事: the tag that is read here and meant by a name; empty: none.
std::string_view standard_tag(std::string_view name);
/// The same of a line of text, 红方：胡荣华, of which the value is left. Where there is none it stays as it
/// is.
std::string_view take_header(std::string_view& line);
/// The same of 【红方】胡荣华 at the beginning of a text, up to the end of the line or the next such bracket.
std::string_view take_bracketed_header(std::string_view& text);

}  // namespace server
