#include "server/formats/dhj.h"

#include <fmt/format.h>

#include "server/formats/add_game.h"
#include "server/formats/dhtmlxq.h"
#include "server/formats/xiangqi_board.h"

namespace server {

namespace {

constexpr std::string_view kDhj = "DHJHtmlXQ";

struct Numbered {
  std::string_view number, name;
};
constexpr Numbered kNames[] = {
    {"10", "title"},    {"11", "event"},     {"13", "date"},       {"14", "place"},       {"15", "round"},
    {"16", "table"},    {"17", "red"},       {"18", "redname"},    {"19", "redlevel"},    {"20", "redrating"},
    {"21", "black"},    {"22", "blackname"}, {"23", "blacklevel"}, {"24", "blackrating"}, {"28", "result"},
    {"29", "redtime"},  {"30", "blacktime"}, {"31", "pieces"},     {"32", "side"},        {"33", "step"},
    {"34", "movelist"}, {"36", "open"},      {"37", "variation"},  {"40", "remark"},      {"41", "author"},
    {"42", "record"}};

/// In one pass: what stands behind is moved once, however often `what` occurs.
void replace_all(std::string& text, std::string_view what, std::string_view by) {
  std::size_t from = 0, at = text.find(what);
  if (at == text.npos) return;
  std::string replaced;
  for (; at != text.npos; at = text.find(what, from)) {
    replaced.append(text, from, at - from).append(by);
    from = at + what.size();
  }
  text = replaced.append(text, from);
}

struct Range {
  std::size_t from = 0, to = 0;
};

/// What stands in a field of DhtmlXQ.
Range field_of(std::string_view text, std::string_view name) {
  const std::string opening = fmt::format("[DhtmlXQ_{}]", name);
  const std::size_t at = text.find(opening);
  if (at == text.npos) return {};
  const std::size_t from = at + opening.size();
  return {from, std::min(text.find("[/", from), text.size())};
}

/// 90 letters from black's left corner, anything else for no piece; empty for another number of them.
std::string fen_of(std::string_view letters, bool black_begins) {
  constexpr std::string_view kLetters = "RNHBEAKCPrnhbeakcp";
  if (letters.size() != XiangqiBoard::kFiles * XiangqiBoard::kRanks) return {};
  XiangqiBoard board;
  for (std::size_t i = 0; i < letters.size(); ++i)
    if (kLetters.find(letters[i]) != kLetters.npos)
      board.put(static_cast<int>(i) % XiangqiBoard::kFiles,
                XiangqiBoard::kRanks - 1 - static_cast<int>(i) / XiangqiBoard::kFiles, letters[i]);
  return board.fen(black_begins);
}

}  // namespace

std::vector<std::string_view> split_dhj(std::string_view text) {
  constexpr std::string_view kOpening = "[DHJHtmlXQ]", kField = "[DHJHtmlXQ_";
  std::vector<std::string_view> games;
  std::size_t start = 0, field = text.find(kField);
  for (std::size_t at = text.find(kOpening); at != text.npos; at = text.find(kOpening, at + 1)) {
    if (field < start) field = text.find(kField, start);
    if (field > at) continue;  // Nothing stands in this one yet.
    add_game(games, text.substr(start, at - start));
    start = at;
  }
  add_game(games, text.substr(start));
  return games;
}

ReadTree read_dhj(std::string_view written, int first_line) {
  std::string text(written);
  // Comments have three names in files; the fields of the table have numbers.
  for (const std::string_view bracket : {"[", "[/"}) {
    replace_all(text, fmt::format("{}game_comment_", bracket), fmt::format("{}DhtmlXQ_comment", bracket));
    replace_all(text, fmt::format("{}comment_", bracket), fmt::format("{}DhtmlXQ_comment", bracket));
  }
  replace_all(text, "DHJHtmlXQ_comment_", "DhtmlXQ_comment");
  for (const Numbered& each : kNames) {
    replace_all(text, fmt::format("{}_{}]", kDhj, each.number), fmt::format("DhtmlXQ_{}]", each.name));
  }
  replace_all(text, kDhj, "DhtmlXQ");
  const Range moves = field_of(text, "movelist");
  // Both digits of a move's points follow one another; letters and blanks of markup between them do not
  // count.
  bool is_rank = false;  // The second digit of each point.
  for (std::size_t i = moves.from; i < moves.to; ++i) {
    if (text[i] < '0' || text[i] > '9') continue;
    if (is_rank) text[i] = static_cast<char>('9' - (text[i] - '0'));
    is_rank = !is_rank;
  }
  const Range side = field_of(text, "side"), pieces = field_of(text, "pieces");
  const bool black_begins = side.to > side.from && text[side.from] == '1';
  const std::string fen =
      fen_of(std::string_view(text).substr(pieces.from, pieces.to - pieces.from), black_begins);
  if (!fen.empty()) text.insert(0, fmt::format("[DhtmlXQ_fen]{}[/DhtmlXQ_fen]", fen));
  return read_dhtmlxq(text, first_line);
}

}  // namespace server
