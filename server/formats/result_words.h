#pragma once

#include <string>
#include <string_view>

/// How files say who won.
namespace server {

/// Whether a word says it, or that it is not known: "1-0", "*", "红胜".
/// Exact words only: none of them can be a move, so PGN may end with each.
bool is_result_word(std::string_view word);
/// "first", "second" or "draw"; empty where the word tells nothing.
/// "*" and 未知 give an empty text, as words that are no result do.
std::string result_of_word(std::string_view word);

/// The same of a text that has such a word among others (红方胜, 紅先勝, 和局).
/// Looks for signs anywhere in the text, so it is for fields that hold a result and little else.
std::string result_in_text(std::string_view text);
/// Of "black resigns, red wins", in small letters, the side that is named last before the win: "first" or
/// "second" for these names of the sides. Empty where there is no win, or no side before it.
std::string winner_in_english(std::string_view text, std::string_view first, std::string_view second);
/// What a field says that holds a result, with blanks around it: by result_of_word(), else result_in_text().
std::string told_by_words(std::string_view text);
/// Of a line that says how a game ended and nothing else, 至此，黑方认输。 or "Red wins", the word of PGN:
/// "1-0". Empty where any other word stands there: 红方胜势 and 红方可胜 judge a position.
std::string_view result_of_line(std::string_view line);
/// Of a title as collections of Xiangqi write them: 甲先胜乙, 甲先负乙, 甲先和乙.
/// 先 is the side that moves first: 先胜 is a win of the first side, whichever names stand around it.
std::string result_in_title(std::string_view title);

}  // namespace server
