#include "server/formats/platforms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "server/formats/bytes.h"
#include "server/formats/tree_texts.h"
#include "server/formats/xiangqi_board.h"

namespace server {

namespace {

/// A move, files from red's left, ranks from red's side; any numbers, as a file has them.
struct Step {
  int from_file = 0, from_rank = 0, to_file = 0, to_rank = 0;
};
using Steps = std::vector<Step>;

constexpr int kFiles = XiangqiBoard::kFiles, kRanks = XiangqiBoard::kRanks;

XiangqiBoard usual_board() {
  constexpr std::array<std::string_view, 10> kRows{"RNBAKABNR", "         ", " C     C ", "P P P P P",
                                                   "         ", "         ", "p p p p p", " c     c ",
                                                   "         ", "rnbakabnr"};
  XiangqiBoard board;
  for (int rank = 0; rank < kRanks; ++rank)
    for (int file = 0; file < kFiles; ++file)
      board.put(file, rank, kRows[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)]);
  return board;
}

bool is_point(int file, int rank) {
  return 0 <= file && file < kFiles && 0 <= rank && rank < kRanks;
}

/// Whether from the usual start a piece of the side to move leaves each point, and none of its own is taken.
/// Numbers that are no moves hardly do so twice.
bool may_be_moves(const Steps& steps) {
  constexpr std::size_t kLeast = 2, kTried = 6;
  if (steps.size() < kLeast) return false;
  XiangqiBoard board = usual_board();
  for (std::size_t ply = 0; ply < std::min(kTried, steps.size()); ++ply) {
    const Step& step = steps[ply];
    if (!is_point(step.from_file, step.from_rank) || !is_point(step.to_file, step.to_rank)) return false;
    const char piece = board.at(step.from_file, step.from_rank), taken = board.at(step.to_file, step.to_rank);
    const bool is_black = ply % 2 == 1;
    if (piece == XiangqiBoard::kEmpty || XiangqiBoard::is_black(piece) != is_black) return false;
    if (taken != XiangqiBoard::kEmpty && XiangqiBoard::is_black(taken) == is_black) return false;
    board.put(step.to_file, step.to_rank, piece);
    board.put(step.from_file, step.from_rank, XiangqiBoard::kEmpty);
  }
  return true;
}

std::string step_point(int file, int rank) {
  if (!is_point(file, rank)) return fmt::format("({},{})", file, rank);
  return fmt::format("{}{}", static_cast<char>('a' + file), rank);
}

MoveText text_of_step(const Step& step) {
  return {.text = step_point(step.from_file, step.from_rank) + step_point(step.to_file, step.to_rank),
          .is_exact = true};
}

TreeGame game_of_steps(const Steps& steps) {
  TreeGame game{.game = {.game = "xiangqi"}};
  GameTree::Id at = GameTree::kRoot;
  for (const Step& step : steps) {
    if (game.tree.full()) break;
    at = game.tree.add(at, text_of_step(step));
  }
  return game;
}

/// Of a board that is seen from black's side: the first move, red's, is then made at the top.
void turn_if_needed(Steps& steps) {
  if (steps.empty() || steps.front().from_rank < kRanks / 2) return;
  for (Step& step : steps)
    step = {kFiles - 1 - step.from_file, kRanks - 1 - step.from_rank, kFiles - 1 - step.to_file,
            kRanks - 1 - step.to_rank};
}

// ---- CHE -------------------------------------------------------------------------------------------------

/// The next number of a text, none at its end or at anything else. No board needs larger ones, and they can
/// be reckoned with.
std::optional<int> next_che_number(std::string_view& text) {
  constexpr int kLargest = 1'000'000;
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n\t,"), text.size()));
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < -kLargest || number > kLargest) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// A move of either kind of record, as its numbers have it.
struct CheMove {
  int from_rank = 0, from_file = 0, to_rank = 0, to_file = 0;
  int parent = 0;  ///< The number of the move that it follows, from 1; 0: the one before, or the start.
  int ply = 0;
};

std::optional<CheMove> next_che_move(std::string_view& text) {
  constexpr int kSign = 32;
  constexpr std::size_t kNeeded = 9;  // The last number may be missing from the last move.
  std::array<int, 10> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto next = next_che_number(text);
    if (!next && i < kNeeded) return std::nullopt;
    numbers[i] = next.value_or(0);
  }
  if (numbers[1] != kSign) return std::nullopt;
  return CheMove{numbers[3], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8]};
}

std::string_view without_mark(std::string_view bytes) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  return bytes;
}

/// The kind of a record, its first number.
enum CheKind { kOfPhones = 0, kOfWindows = 1 };

/// Both points of a move, files from red's left, ranks from red's side.
Step che_step(const CheMove& move, int kind) {
  if (kind == kOfPhones) return {move.from_file - 1, move.from_rank - 1, move.to_file - 1, move.to_rank - 1};
  return {kFiles - 1 - move.from_file, move.from_rank, kFiles - 1 - move.to_file, move.to_rank};
}

/// The moves that `text` begins with, each at the one that it follows. How many there are.
int read_che_moves(std::string_view& text, int kind, TreeGame& game) {
  std::vector<GameTree::Id> ids{GameTree::kRoot};
  for (auto rest = text; const auto move = next_che_move(rest); text = rest) {
    if (game.tree.full()) {
      add_note(game, 0, "too_many_moves", "the rest is left out");
      break;
    }
    GameTree::Id parent = move->ply == 1 ? GameTree::kRoot : ids.back();
    if (kind == kOfPhones && move->parent > 0) {
      if (std::cmp_greater_equal(move->parent, ids.size())) {
        add_note(game, 0, "syntax", fmt::format("move {} follows none that is told before it", ids.size()));
        break;
      }
      parent = ids[static_cast<std::size_t>(move->parent)];
    }
    ids.push_back(game.tree.add(parent, text_of_step(che_step(*move, kind))));
  }
  return static_cast<int>(ids.size()) - 1;
}

// ---- CCM, CHN --------------------------------------------------------------------------------------------

Steps ccm_steps(std::string_view bytes) {
  constexpr std::size_t kMove = 7;
  const Bytes file(bytes);
  Steps steps;
  for (std::size_t at = 0; !file.ends_before(at + kMove) && steps.size() <= kMaxPlies; at += kMove)
    steps.push_back(
        {file.u8(at + 3), kRanks - 1 - file.u8(at + 5), file.u8(at + 4), kRanks - 1 - file.u8(at + 6)});
  turn_if_needed(steps);
  return steps;
}

constexpr std::size_t kChnHeader = 188;

Steps chn_steps(std::string_view bytes) {
  constexpr std::size_t kMove = 32;
  const Bytes file(bytes);
  const auto u16 = [&](std::size_t at) { return file.u8(at) | file.u8(at + 1) << 8; };
  Steps steps;
  for (std::size_t at = kChnHeader; !file.ends_before(at + kMove) && steps.size() <= kMaxPlies; at += kMove)
    steps.push_back({u16(at + 4), kRanks - 1 - u16(at + 6), u16(at + 8), kRanks - 1 - u16(at + 10)});
  turn_if_needed(steps);
  return steps;
}

// ---- MXQ -------------------------------------------------------------------------------------------------

/// The texts up to "Ends", and where the last one ends.
struct MxqTexts {
  std::vector<std::string_view> texts{};
  std::size_t end = 0;
};

/// None where there is no such text.
std::optional<MxqTexts> mxq_texts(std::string_view bytes) {
  MxqTexts read;
  const Bytes file(bytes);
  while (!file.ends_before(read.end + 1) && read.texts.size() <= 2 * kMaxPlies) {
    const std::size_t length = file.u8(read.end);
    if (file.ends_before(read.end + 1 + length)) return std::nullopt;
    const std::string_view text = file.field(read.end + 1, length);
    read.end += 1 + length;
    if (text == "Ends") return read;
    read.texts.push_back(text);
  }
  return std::nullopt;
}

/// 7H-4H: files from 0, ranks from A.
std::optional<Step> mxq_step(std::string_view text) {
  constexpr std::size_t kLength = 5;
  if (text.size() < kLength) return std::nullopt;
  const auto rank = [](char letter) { return (letter | 0x20) - 'a'; };
  const Step step{text[0] - '0', rank(text[1]), text[3] - '0', rank(text[4])};
  if (!is_point(step.from_file, step.from_rank) || !is_point(step.to_file, step.to_rank)) return std::nullopt;
  return step;
}

std::size_t first_mxq_move(const std::vector<std::string_view>& texts) {
  const auto word = std::ranges::find(texts, "Moves");
  if (word != texts.end()) return static_cast<std::size_t>(word - texts.begin()) + 1;
  const auto move =
      std::ranges::find_if(texts, [](std::string_view text) { return mxq_step(text).has_value(); });
  return static_cast<std::size_t>(move - texts.begin());
}

/// 32 numbers, rows of 16 points of which the board takes the fourth to the twelfth, then +R or +B: who
/// begins.
std::string mxq_start(std::string_view text) {
  constexpr std::string_view kPieces = "PPPPPCCNNRRBBAAKpppppccnnrrbbaak";
  constexpr int kRow = 16, kMargin = 3;
  XiangqiBoard board;
  for (const char piece : kPieces) {
    const auto number = next_che_number(text);
    if (!number) return {};
    const int file = (*number - 1) % kRow - kMargin, rank = kRanks - 1 - ((*number - 1) / kRow - kMargin);
    if (*number > 0 && is_point(file, rank)) board.put(file, rank, piece);
  }
  const std::size_t sign = text.find('+');
  if (sign == text.npos || sign + 1 >= text.size()) return {};
  return board.fen((text[sign + 1] | 0x20) == 'b');
}

struct MxqResult {
  std::string_view sign, result;
};
/// Between the names; 胜 勝 负 負 和 in GBK, then in Big5.
constexpr MxqResult kMxqResults[] = {
    {"-\xCA\xA4-", "first"}, {"-\x84\xD9-", "first"}, {"-\xB8\xBA-", "second"}, {"-\xD8\x93-", "second"},
    {"-\xBA\xCD-", "draw"},  {"-\xB3\xD3-", "first"}, {"-\xAD\x74-", "second"}, {"-\xA9\x4D-", "draw"}};

HeaderTexts mxq_header(const std::vector<std::string_view>& texts, TreeGame& game) {
  constexpr std::size_t kTexts = 12;  // Up to "Moves".
  if (texts.size() < kTexts || texts[kTexts - 1] != "Moves") return {};
  HeaderTexts header{
      .events = {texts[2]}, .date = texts[1], .others = {{"RedElo", texts[3]}, {"BlackElo", texts[4]}}};
  if (texts[0] != "MXQ") header.others.emplace_back("Site", texts[0]);
  for (const MxqResult& word : kMxqResults) {
    const std::size_t at = texts[2].find(word.sign);
    if (at == texts[2].npos) continue;
    header.names = {texts[2].substr(0, at), texts[2].substr(at + word.sign.size())};
    header.events.clear();
    game.game.result = word.result;
    break;
  }
  for (std::size_t i = 5; i < 10 && game.game.start_pos.empty(); ++i)
    game.game.start_pos = mxq_start(texts[i]);
  game.tree[GameTree::kRoot].comment = texts[10];
  return header;
}

}  // namespace

bool is_che(std::string_view bytes) {
  std::string_view text = without_mark(bytes);
  const auto kind = next_che_number(text);
  return kind && (*kind == kOfPhones || *kind == kOfWindows) && next_che_number(text) && next_che_move(text);
}

ReadTree read_che(std::string_view bytes, std::optional<Encoding>) {
  std::string_view text = without_mark(bytes);
  const int kind = next_che_number(text).value_or(kOfPhones), told = next_che_number(text).value_or(0);
  TreeGame game{.game = {.game = "xiangqi"}};
  const int read = read_che_moves(text, kind, game);
  if (kind == kOfWindows)
    add_note(
        game, 0, "mirrored",
        "files are counted from red's right, as the program of QQ does: the record itself does not tell");
  if (told != read) add_note(game, 0, "truncated", fmt::format("of {} moves {} can be read", told, read));
  // A list of properties that holds the name of the file alone.
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n\t"), text.size()));
  const bool is_empty_list = text.starts_with("<?xml") && text.find("<key>") == text.rfind("<key>");
  if (!is_empty_list) note_rest(game, text);
  return game;
}

bool is_ccm(std::string_view bytes) {
  return bytes.starts_with('\x01') && may_be_moves(ccm_steps(bytes));
}

ReadTree read_ccm(std::string_view bytes, std::optional<Encoding>) {
  return game_of_steps(ccm_steps(bytes));
}

bool is_chn(std::string_view bytes) {
  return may_be_moves(chn_steps(bytes));
}

ReadTree read_chn(std::string_view bytes, std::optional<Encoding>) {
  TreeGame game = game_of_steps(chn_steps(bytes));
  add_note(game, 0, "header", "what stands before the moves, perhaps the names, is left out");
  return game;
}

bool is_mxq(std::string_view bytes) {
  const auto read = mxq_texts(bytes);
  if (!read) return false;
  const std::size_t first = first_mxq_move(read->texts);
  return first < read->texts.size() && mxq_step(read->texts[first]);
}

ReadTree read_mxq(std::string_view bytes, std::optional<Encoding> encoding) {
  const auto read = mxq_texts(bytes);
  if (!read) return bad_text(0, "truncated", "the record does not end");
  Steps steps;
  std::size_t unread = 0;
  for (std::size_t i = first_mxq_move(read->texts); i < read->texts.size() && steps.size() <= kMaxPlies;
       ++i) {
    const auto step = mxq_step(read->texts[i]);
    // What is no move ends the line: those behind it are not made from its position.
    if (!step) {
      unread = read->texts.size() - i;
      break;
    }
    steps.push_back(*step);
  }
  TreeGame game = game_of_steps(steps);
  const HeaderTexts header = mxq_header(read->texts, game);
  decode_texts(game, header, encoding);
  if (unread > 0)
    add_note(game, 0, "syntax", fmt::format("{} texts from one that is no move on are left out", unread));
  note_rest(game, bytes.substr(read->end));
  drop_bad_start(game);
  return game;
}

}  // namespace server
