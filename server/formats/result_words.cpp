#include "server/formats/result_words.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "server/base/ascii_case.h"

namespace server {

namespace {

struct ResultWord {
  std::string_view word, result;
};
// In simplified and traditional writing. 2-0, 0-2 and 1-1 count two points for a win.
constexpr ResultWord kResultWords[] = {
    {"1-0", "first"},     {"0-1", "second"},   {"1/2-1/2", "draw"}, {"1/2", "draw"},     {"½-½", "draw"},
    {"0.5-0.5", "draw"},  {"=-=", "draw"},     {"1-1", "draw"},     {"*", ""},           {"红胜", "first"},
    {"紅勝", "first"},    {"红方胜", "first"}, {"紅方勝", "first"}, {"红先胜", "first"}, {"紅先勝", "first"},
    {"先胜", "first"},    {"先勝", "first"},   {"黑胜", "second"},  {"黑勝", "second"},  {"黑方胜", "second"},
    {"黑方勝", "second"}, {"先负", "second"},  {"先負", "second"},  {"红负", "second"},  {"紅負", "second"},
    {"和", "draw"},       {"和棋", "draw"},    {"和局", "draw"},    {"先和", "draw"},    {"未知", ""},
    {"2-0", "first"},     {"0-2", "second"},
};

/// With the signs of ASCII for those of typesetters and full-width ones: 1-0 for 1–0 and １－０.
std::string in_plain_signs(std::string_view text) {
  constexpr std::pair<std::string_view, char> kPlain[] = {
      {"‐", '-'}, {"‑", '-'},  {"‒", '-'},  {"–", '-'},  {"—", '-'},  {"−", '-'}, {"－", '-'},
      {"⁄", '/'}, {"／", '/'}, {"０", '0'}, {"１", '1'}, {"２", '2'}, {"＊", '*'}};
  std::string plain;
  while (!text.empty()) {
    const auto begins = [&](const auto& sign) { return text.starts_with(sign.first); };
    const auto sign = std::ranges::find_if(kPlain, begins);
    plain += sign == std::end(kPlain) ? text.front() : sign->second;
    text.remove_prefix(sign == std::end(kPlain) ? 1 : sign->first.size());
  }
  return plain;
}

/// Null if there is none.
const ResultWord* find_result_word(std::string_view word) {
  constexpr std::size_t kLongest = 21;  // Bytes: １／２－１／２.
  if (word.empty() || word.size() > kLongest) return nullptr;
  auto found = std::ranges::find(kResultWords, word, &ResultWord::word);
  const bool may_be_score = ('0' <= word[0] && word[0] <= '2') || word.starts_with("½") ||
                            word.starts_with("\xEF\xBC");  // Of full-width signs.
  if (found == std::end(kResultWords) && may_be_score)
    found = std::ranges::find(kResultWords, in_plain_signs(word), &ResultWord::word);
  return found == std::end(kResultWords) ? nullptr : found;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != text.npos; });
}

std::size_t first_of(std::string_view text, std::initializer_list<std::string_view> words) {
  std::size_t first = text.npos;
  for (const std::string_view word : words) first = std::min(first, text.find(word));
  return first;
}

/// 0 if there is none.
std::size_t after_last(std::string_view text, std::initializer_list<std::string_view> words) {
  std::size_t after = 0;
  for (const std::string_view word : words)
    if (const std::size_t at = text.rfind(word); at != text.npos) after = std::max(after, at + word.size());
  return after;
}

/// Where the last such word of small letters ends: captured is not red. 0 if there is none.
std::size_t after_last_word(std::string_view text, std::string_view word) {
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && 'a' <= text[at] && text[at] <= 'z';
  };
  for (std::size_t at = text.rfind(word); at != text.npos; at = text.substr(0, at).rfind(word))
    if (!is_letter(at + word.size()) && (at == 0 || !is_letter(at - 1))) return at + word.size();
  return 0;
}

/// Of 胜方：红，黑认输 what names the winner. Empty where no such word begins the text.
std::string_view named_winner(std::string_view text) {
  for (const std::string_view winner : {"胜方", "勝方", "胜者", "勝者"}) {
    if (!text.starts_with(winner)) continue;
    return text.substr(0, first_of(text, {"，", ",", "；", ";", "。", "（", "("}));
  }
  return {};
}

/// Whether it is made of words with which an end is told, and signs between them.
bool tells_end_alone(std::string_view line) {
  constexpr std::string_view kWords[] = {
      "弈至此", "至此", "以下", "最终", "最終", "最后", "最後", "终局", "終局", "结果", "結果", "红",
      "紅",     "黑",   "方",   "先手", "后手", "後手", "双",   "雙",   "认输", "認輸", "认负", "認負",
      "投子",   "投降", "主动", "主動", "超时", "超時", "判",   "负",   "負",   "获",   "獲",   "取",
      "胜",     "勝",   "和",   "棋",   "局",   "议",   "議",   "言",   "握手", "同意", "作",   "成",
      "不变",   "不變", "，",   "。",   "！",   "　",   " ",    "\t",   ",",    ".",    "!"};
  while (!line.empty()) {
    const auto word =
        std::ranges::find_if(kWords, [&](std::string_view each) { return line.starts_with(each); });
    if (word == std::end(kWords)) return false;
    line.remove_prefix(word->size());
  }
  return true;
}

/// "Red wins." Empty for any other line.
std::string result_in_english(std::string_view line) {
  constexpr ResultWord kLines[] = {{"red wins", "first"},
                                   {"red won", "first"},
                                   {"white wins", "first"},
                                   {"white won", "first"},
                                   {"black resigns", "first"},
                                   {"black resigned", "first"},
                                   {"black wins", "second"},
                                   {"black won", "second"},
                                   {"red resigns", "second"},
                                   {"red resigned", "second"},
                                   {"white resigns", "second"},
                                   {"white resigned", "second"},
                                   {"draw", "draw"},
                                   {"drawn", "draw"},
                                   {"draw agreed", "draw"},
                                   {"black lost on time", "first"},
                                   {"red lost on time", "second"},
                                   {"white lost on time", "second"}};
  const std::string_view words = line.substr(0, line.find_last_not_of(" \t.!") + 1);
  const auto found = std::ranges::find(kLines, lower(words), &ResultWord::word);
  return std::string(found == std::end(kLines) ? "" : found->result);
}

/// Of a puzzle: 黑先胜, where no name ends with the colour.
bool is_won_by_black_that_begins(std::string_view title) {
  for (const std::string_view words : {"黑先胜", "黑先勝"}) {
    const std::size_t at = title.find(words);
    if (at == title.npos) continue;
    if (at == 0 || static_cast<unsigned char>(title[at - 1]) < 0x80) return true;
    const std::string_view before = title.substr(0, at);
    for (const std::string_view sign :
         {"，", "。", "：", "、", "（", "【", "《", "；", "　", "—", "·", "）", "】", "》"})
      if (before.ends_with(sign)) return true;
  }
  return false;
}

}  // namespace

bool is_result_word(std::string_view word) {
  // None begins with a letter of ASCII, as most moves do.
  if (word.empty() || lower(word.front()) != upper(word.front())) return false;
  return find_result_word(word) != nullptr;
}

std::string result_of_word(std::string_view word) {
  const ResultWord* const found = find_result_word(word);
  return std::string(found == nullptr ? "" : found->result);
}

std::string result_in_text(std::string_view text) {
  // A draw first: 和 stands in no word for a win.
  const std::string plain = in_plain_signs(text);
  if (has_any(plain, {"和", "1/2", "½"})) return "draw";
  if (has_any(plain, {"1-0"})) return "first";
  if (has_any(plain, {"0-1"})) return "second";
  const bool wins = has_any(text, {"胜", "勝"});
  // 黑认输, 红方投降; of 黑胜(红超时) the other word tells.
  const bool loses_plainly = has_any(text, {"负", "負"});
  const bool loses = loses_plainly || (!wins && has_any(text, {"输", "輸", "投降", "超时", "超時"}));
  if (wins == loses) return {};
  // The verb that tells need not be the first one: 黑认输，红胜.
  const std::size_t verb = wins            ? first_of(text, {"胜", "勝"})
                           : loses_plainly ? first_of(text, {"负", "負"})
                                           : first_of(text, {"输", "輸", "投降", "超时", "超時"});
  // Of 红先黑胜 the side that is named last wins.
  const std::string_view before = text.substr(0, verb);
  for (const std::string_view part : {named_winner(text.substr(verb)), before, text}) {
    // Before the verb it is the subject, 黑胜; where no colour stands before it, one behind may be meant,
    // 胜(红).
    const std::size_t red = after_last(part, {"红", "紅"}), black = after_last(part, {"黑", "后手", "後手"});
    if (black > red) return wins ? "second" : "first";
    if (red > 0 || has_any(part, {"先"})) return wins ? "first" : "second";
  }
  return {};
}

std::string winner_in_english(std::string_view text, std::string_view first, std::string_view second) {
  const std::string_view before = text.substr(0, first_of(text, {"win", "won"}));
  const std::size_t one = after_last_word(before, first), other = after_last_word(before, second);
  if (before.size() == text.size() || one == other) return {};
  return one > other ? "first" : "second";
}

std::string told_by_words(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  text = text.substr(0, text.find_last_not_of(" \t\n") + 1);
  return is_result_word(text) ? result_of_word(text) : result_in_text(text);
}

std::string_view result_of_line(std::string_view line) {
  const std::string told = tells_end_alone(line) ? told_by_words(line) : result_in_english(line);
  return told == "first" ? "1-0" : told == "second" ? "0-1" : told == "draw" ? "1/2-1/2" : "";
}

std::string result_in_title(std::string_view title) {
  if (is_won_by_black_that_begins(title)) return "second";
  if (has_any(title, {"先胜", "先勝"})) return "first";
  if (has_any(title, {"先负", "先負"})) return "second";
  return has_any(title, {"先和"}) ? "draw" : "";
}

}  // namespace server
