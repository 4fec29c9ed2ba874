#pragma once

#include <string>
#include <string_view>

/// How files say who won.
namespace server {

/// Whether a word says it, or that it is not known: "1-0", "*", "红胜".
bool is_result_word(std::string_view word);
/// "first", "second" or "draw"; empty where the word tells nothing.
std::string result_of_word(std::string_view word);

/// The same of a text that has such a word among others (红方胜, 紅先勝, 和局).
std::string result_in_text(std::string_view text);
/// Of a title as collections of Xiangqi write them: 甲先胜乙, 甲先负乙, 甲先和乙.
std::string result_in_title(std::string_view title);

}  // namespace server
