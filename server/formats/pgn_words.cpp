#include "server/formats/pgn_words.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "server/base/ascii_case.h"
#include "server/base/utf8.h"
#include "server/formats/result_words.h"

namespace server {

namespace {

constexpr std::string_view kDirections[] = {"进", "進", "退", "平"};
constexpr std::string_view kBrackets = "[]{}();";

bool is_ascii_digit(char c) {
  return '0' <= c && c <= '9';
}

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

bool is_wide_digit(std::string_view text) {
  return text.size() >= 3 && text.starts_with("\xEF\xBC") && '\x90' <= text[2] && text[2] <= '\x99';
}

bool take_digit(std::string_view& text) {
  const bool wide = is_wide_digit(text);
  if (!wide && (text.empty() || !is_ascii_digit(text[0]))) return false;
  text.remove_prefix(wide ? 3 : 1);
  return true;
}

bool take_dot(std::string_view& text) {
  for (const std::string_view dot : {".", "．", "、", "…", ":", "："}) {
    if (!text.starts_with(dot)) continue;
    text.remove_prefix(dot.size());
    return true;
  }
  // ⒈ to ⒛ are a number with its dot, ① to ⑳ stand for one.
  const auto is_between = [&](std::string_view page, char first, char last) {
    return text.size() >= 3 && text.starts_with(page) && first <= text[2] && text[2] <= last;
  };
  if (!is_between("\xE2\x92", '\x88', '\x9B') && !is_between("\xE2\x91", '\xA0', '\xB3')) return false;
  text.remove_prefix(3);
  return true;
}

/// The next character of UTF-8, taken off.
std::string_view take_character(std::string_view& text) {
  std::size_t size = std::min<std::size_t>(1, text.size());
  while (size < text.size() && !begins_code_point(text[size])) ++size;
  const std::string_view character = text.substr(0, size);
  text.remove_prefix(size);
  return character;
}

/// Bytes of the Chinese move with which a text begins: four characters, the third a direction.
/// 0: there is none.
std::size_t chinese_size(std::string_view text) {
  std::string_view rest = text, third;
  for (int i = 0; i < 4; ++i) {
    if (rest.empty()) return 0;
    const std::string_view character = take_character(rest);
    if (i == 2) third = character;
  }
  const bool has_direction = std::ranges::find(kDirections, third) != std::end(kDirections);
  return has_direction ? text.size() - rest.size() : 0;
}

/// Without what parts two moves: 炮二平五—马8进7.
std::string_view without_stroke(std::string_view text) {
  constexpr std::string_view kStrokes[] = {"—", "–", "－", "-", "/", "／", "|", "｜", "~"};
  const auto begins = [&](std::string_view stroke) { return text.starts_with(stroke); };
  for (auto stroke = std::ranges::find_if(kStrokes, begins); stroke != std::end(kStrokes);
       stroke = std::ranges::find_if(kStrokes, begins))
    text.remove_prefix(stroke->size());
  return text;
}

/// One Chinese move or more, and nothing else but a result.
bool are_chinese_moves(std::string_view word) {
  bool has_move = false;
  for (std::size_t size = chinese_size(word); size > 0; size = chinese_size(word)) {
    word = without_number(without_stroke(word.substr(size)));
    has_move = true;
  }
  return has_move && (word.empty() || is_result_word(word));
}

/// 炮二五, which lacks its direction: a few characters with a number, of which the first names a piece.
bool is_mistyped_move(std::string_view word) {
  constexpr std::string_view kPieces = "车車俥马馬傌炮砲包兵卒仕士相象帅帥将將前后後中";
  constexpr std::string_view kNumbers = "一二三四五六七八九";
  const std::string_view first = take_character(word);
  if (first.size() < 2 || kPieces.find(first) == kPieces.npos) return false;
  int characters = 1;
  bool has_number = false;
  for (; !word.empty() && characters < 6; ++characters) {
    const std::string_view character = take_character(word);
    if (character == ":" || character == "：") return false;  // 後手：王三
    has_number |= is_ascii_digit(character[0]) || is_wide_digit(character) ||
                  (character.size() > 1 && kNumbers.find(character) != kNumbers.npos);
  }
  return has_number && 3 <= characters && characters <= 5;
}

/// h2e2, C2=5, Che3, 25.6: letters of files and pieces, and digits, of ASCII or wide ones, with the signs of
/// notations; the last one a digit.
bool are_letters_and_digits(std::string_view word) {
  constexpr std::size_t kLongest = 12, kTandem = 4;
  // Files, the cross of a capture, and pieces in English, Vietnamese and Pinyin: No.12 has none of the kind.
  constexpr std::string_view kLetters = "ABCDEFGHIXKMNPRSTVZJabcdefghixkmnprstvzj", kSigns = "+-=./";
  word = word.substr(0, word.find_last_not_of("+#") + 1);
  std::size_t characters = 0;
  bool has_letter = false, ends_with_digit = false;
  for (std::string_view rest = word; !rest.empty(); ++characters) {
    ends_with_digit = is_wide_digit(rest) || is_ascii_digit(rest[0]);
    const std::string_view character = take_character(rest);
    const bool is_wide = character.starts_with("\xEF\xBC") || character.starts_with("\xEF\xBD");
    const bool is_letter = is_wide || kLetters.find(character) != kLetters.npos;
    has_letter |= is_letter;
    const bool fits = is_letter || ends_with_digit || kSigns.find(character) != kSigns.npos;
    if (!fits || characters >= kLongest) return false;
  }
  // Digits alone are a day, or a score: but 25=6 is a move.
  return ends_with_digit && (has_letter || characters == kTandem);
}

bool ends_word(std::string_view text) {
  return blank_size(text) > 0 || kBrackets.find(sign_of(text)) != kBrackets.npos;
}

}  // namespace

std::size_t blank_size(std::string_view text) {
  if (text.empty()) return 0;
  if (is_ascii(text[0])) return static_cast<unsigned char>(text[0]) <= ' ' || text[0] == ',';
  // Stops and blanks that are wide, or that pages leave in what is copied from them.
  for (const std::string_view wide : {"　", "，", "；", "。", "、", "\u00A0", "\u200B", "\uFEFF"})
    if (text.starts_with(wide)) return wide.size();
  return 0;
}

char sign_of(std::string_view text) {
  if (is_ascii(text[0])) return text[0];
  if (text.starts_with("（") || text.starts_with("【")) return '(';
  if (text.starts_with("）") || text.starts_with("】")) return ')';
  return text[0];
}

std::size_t sign_size(std::string_view text) {
  return sign_of(text) == text[0] ? 1 : std::string_view("（").size();
}

std::size_t separator_size(std::string_view text) {
  return text.empty() ? 1 : std::max(blank_size(text), sign_size(text));
}

std::string_view without_number(std::string_view word) {
  if (word.size() == 4 && is_ascii_digit(word[0]) && is_ascii_digit(word[1]) && word[2] == '.' &&
      is_ascii_digit(word[3])) {
    return word;
  }
  // 第1回合：
  constexpr std::string_view kRound = "回合";
  constexpr std::size_t kLongestRound = 40;  // Bytes. Of joined moves this is asked once a move.
  const std::size_t at = word.starts_with("第") ? word.substr(0, kLongestRound).find(kRound) : word.npos;
  if (at != word.npos) {
    std::string_view rest = word.substr(at + kRound.size());
    while (take_dot(rest)) {
    }
    return rest;
  }
  std::string_view rest = word;
  while (take_digit(rest)) {
  }
  const std::size_t with_dots = rest.size();
  while (take_dot(rest)) {
  }
  const bool has_number = rest.size() < with_dots || rest.empty() ||
                          (with_dots < word.size() && chinese_size(rest) > 0);  // 12炮二平五
  return has_number ? rest : word;
}

std::optional<int> take_number(std::string_view& text) {
  constexpr std::string_view kOrdinal = "第";
  constexpr int kMost = 9999;
  if (text.starts_with(kOrdinal)) text.remove_prefix(kOrdinal.size());
  // The last byte of a digit tells which it is, in either width.
  const auto last_byte = [&] { return static_cast<unsigned char>(text[is_wide_digit(text) ? 2 : 0]) & 0x0F; };
  std::optional<int> number;
  while (is_wide_digit(text) || (!text.empty() && is_ascii_digit(text[0]))) {
    number = std::min(kMost + 1, 10 * number.value_or(0) + last_byte());
    take_digit(text);
  }
  if (number) return *number > kMost ? std::nullopt : number;
  for (const auto& [page, first] : {std::pair("\xE2\x92", 0x88), std::pair("\xE2\x91", 0xA0)}) {
    const int place =
        text.starts_with(page) && text.size() > 2 ? static_cast<unsigned char>(text[2]) - first : -1;
    if (place < 0 || place >= 20) continue;
    text.remove_prefix(3);
    return place + 1;
  }
  return std::nullopt;
}

std::optional<int> take_footnote_number(std::string_view& text) {
  std::string_view rest = text;
  const bool is_circled = text.starts_with("\xE2\x91"), opens = !text.empty() && sign_of(text) == '(';
  if (opens) rest.remove_prefix(sign_size(rest));
  const auto number = take_number(rest);
  const bool closes = !rest.empty() && sign_of(rest) == ')';
  if (!number || (!closes && (opens || !is_circled))) return std::nullopt;
  text = closes ? rest.substr(sign_size(rest)) : rest;
  return number;
}

bool begins_with_number(std::string_view text, int number) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string digits = std::to_string(number);
  return text.starts_with(digits) && text.substr(digits.size()).starts_with('.');
}

bool is_protocol_word(std::string_view word) {
  constexpr std::string_view kWords[] = {"position", "startpos", "fen", "fen:", "fen：", "moves", "moves:"};
  return word.size() <= kWords[0].size() && std::ranges::find(kWords, lower(word)) != std::end(kWords);
}

std::string_view without_name_of_fen(std::string_view word) {
  for (const std::string_view name : {"fen:", "fen："})
    if (lower(word.substr(0, name.size())) == name) return word.substr(name.size());
  return word;
}

std::string_view take_move(std::string_view& word) {
  const std::string_view move = without_number(word);
  const std::size_t size = chinese_size(move);
  const std::string_view rest = move.substr(size), next = without_stroke(rest);
  const bool has_next = size > 0 && chinese_size(without_number(next)) > 0;
  const bool goes_on = has_next || (size > 0 && is_result_word(rest));
  const std::string_view taken = goes_on ? word.substr(0, word.size() - rest.size()) : word;
  word = has_next ? next : word.substr(taken.size());
  return taken;
}

bool is_like_move(std::string_view word) {
  word = without_number(word);
  (void)take_glyph(word);
  if (word.empty() || is_result_word(word)) return false;
  return are_letters_and_digits(word) || are_chinese_moves(word) || is_mistyped_move(word);
}

bool has_moves_alone(std::string_view text) {
  text = text.substr(0, text.find_first_of(";\n{(["));
  text = text.substr(0, std::min(text.find("（"), text.find("【")));
  return any_word(text, is_like_move) && !any_word(text, begins_with_words);
}

bool begins_with_words(std::string_view text) {
  while (blank_size(text) > 0) text.remove_prefix(blank_size(text));
  std::size_t end = 0;
  while (end < text.size() && !ends_word(text.substr(end))) ++end;
  std::string_view word = text.substr(0, end);
  if (word.starts_with('$') || is_like_move(word) || is_result_word(word) || evaluation_of(word))
    return false;
  word = without_number(word);
  (void)take_glyph(word);
  return word.find_first_not_of("/|-_") != word.npos;
}

std::size_t words_size(std::string_view line) {
  std::size_t at = 0;
  bool has_words = false;
  while (at < line.size() && line[at] != '\n') {
    if (const std::size_t blank = blank_size(line.substr(at)); blank > 0) {
      at += blank;
      continue;
    }
    if (kBrackets.find(sign_of(line.substr(at))) != kBrackets.npos) break;
    std::size_t end = at;
    while (end < line.size() && !ends_word(line.substr(end))) ++end;
    std::string_view word = line.substr(at, end - at);
    at = end;
    const bool is_position = std::ranges::count(word, '/') == 9 || is_protocol_word(word);
    // In a title, 许银川 先胜 吕钦, such a word is one of many.
    const bool is_said = word[0] == '$' || is_result_word(word) || evaluation_of(word);
    if (is_position || (is_said && !has_words) || is_like_move(word)) return 0;
    word = without_number(word);
    (void)take_glyph(word);
    has_words |= word.find_first_not_of("-_") != word.npos;
  }
  return has_words ? at : 0;
}

std::optional<std::uint8_t> take_glyph(std::string_view& word) {
  constexpr std::string_view kGlyphs[] = {"!", "?", "!!", "??", "!?", "?!"};
  constexpr std::size_t kTooMany = 3;  // What has so many is none of them.
  std::string signs;
  const auto take = [&](std::string_view sign, char as) {
    const bool is_there = word.ends_with(sign);
    if (is_there && signs.size() < kTooMany) signs.insert(signs.begin(), as);
    word.remove_suffix(is_there ? sign.size() : 0);
    return is_there;
  };
  while (take("!", '!') || take("?", '?') || take("#", '#') || take("！", '!') || take("？", '?')) {
  }
  if (word.size() > 4 && word.ends_with('+')) word.remove_suffix(word.ends_with("++") ? 2 : 1);  // A check.
  const auto glyph = std::ranges::find(kGlyphs, signs);
  if (glyph == std::end(kGlyphs)) return std::nullopt;
  return static_cast<std::uint8_t>(glyph - kGlyphs + 1);
}

std::optional<std::uint8_t> evaluation_of(std::string_view word) {
  constexpr std::pair<std::string_view, std::uint8_t> kSigns[] = {
      {"=", 10},   {"~", 13}, {"∞", 13},   {"+=", 14}, {"⩲", 14},  {"=+", 15}, {"⩱", 15},
      {"+/-", 16}, {"±", 16}, {"-/+", 17}, {"∓", 17},  {"+-", 18}, {"-+", 19}};
  const auto sign = std::ranges::find(kSigns, word, &std::pair<std::string_view, std::uint8_t>::first);
  if (sign == std::end(kSigns)) return std::nullopt;
  return sign->second;
}

bool tells_handicap(std::string_view words) {
  for (const std::string_view gives : {"让", "讓"}) {
    for (std::size_t at = words.find(gives); at != words.npos; at = words.find(gives, at + 1)) {
      std::string_view rest = words.substr(at + gives.size());
      // 马, 双马: of one piece, or with what tells which.
      for (int i = 0; i < 2 && !rest.empty(); ++i)
        if (const std::string_view piece = take_character(rest);
            piece.size() > 1 && std::string_view("马馬车車炮砲子").find(piece) != std::string_view::npos)
          return true;
    }
  }
  return false;
}

bool is_name_of_xiangqi(std::string_view variant) {
  constexpr std::string_view kNames[] = {"",         "xiangqi", "chinese chess", "chinesechess", "cchess",
                                         "中国象棋", "象棋",    "中國象棋",      "co tuong",     "cờ tướng"};
  return std::ranges::find(kNames, lower(variant)) != std::end(kNames);
}

std::string_view take_header(std::string_view& line) {
  constexpr std::string_view kWide = "：", kBlanks = " \t";
  const std::size_t colon = std::min(line.find(':'), line.find(kWide));
  if (colon == line.npos) return {};
  std::string_view name = line.substr(0, colon);
  name = name.substr(0, name.find_last_not_of(kBlanks) + 1);
  const std::string_view value = line.substr(colon + (line[colon] == ':' ? 1 : kWide.size()));
  // Of several in a line it is not known where each ends.
  if (standard_tag(name).empty() || value.find(':') != value.npos || value.find(kWide) != value.npos)
    return {};
  line = value;
  return standard_tag(name);
}

std::string_view take_bracketed_header(std::string_view& text) {
  constexpr std::string_view kOpening = "【", kClosing = "】";
  constexpr std::size_t kLongestHeader = 40;  // Bytes.
  const std::size_t close =
      text.starts_with(kOpening) ? text.substr(0, kLongestHeader).find(kClosing) : text.npos;
  if (close == text.npos) return {};
  const std::string_view name = standard_tag(text.substr(kOpening.size(), close - kOpening.size()));
  std::string_view value = text.substr(close + kClosing.size());
  for (const std::string_view colon : {"：", ":"})
    if (value.starts_with(colon)) value.remove_prefix(colon.size());
  std::size_t end = 0;
  while (end < value.size() && value[end] != '\n' && !value.substr(end).starts_with(kOpening)) ++end;
  value = value.substr(0, end);
  if (name.empty() || any_word(value, is_like_move)) return {};
  text = value;
  return name;
}

std::string_view standard_tag(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kTags[] = {
      {"红方", "Red"},    {"紅方", "Red"},   {"红", "Red"},       {"紅", "Red"},      {"黑方", "Black"},
      {"黑", "Black"},    {"先手", "Red"},   {"后手", "Black"},   {"後手", "Black"},  {"赛事", "Event"},
      {"賽事", "Event"},  {"比赛", "Event"}, {"比賽", "Event"},   {"日期", "Date"},   {"结果", "Result"},
      {"結果", "Result"}, {"地点", "Site"},  {"地點", "Site"},    {"轮次", "Round"},  {"輪次", "Round"},
      {"标题", "Title"},  {"標題", "Title"}, {"开局", "Opening"}, {"開局", "Opening"}};
  const auto tag = std::ranges::find(kTags, name, &std::pair<std::string_view, std::string_view>::first);
  if (tag != std::end(kTags)) return tag->second;
  constexpr std::string_view kOurs[] = {"Game",   "Event", "Date",    "Red",    "White",       "Black",
                                        "Result", "FEN",   "Variant", "Format", "Termination", "SetUp"};
  const auto ours = std::ranges::find_if(
      kOurs, [&](std::string_view each) { return each.size() == name.size() && lower(each) == lower(name); });
  return ours == std::end(kOurs) ? std::string_view() : *ours;
}

}  // namespace server
