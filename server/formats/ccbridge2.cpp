#include "server/formats/ccbridge2.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/formats/add_game.h"
#include "server/formats/archive.h"
#include "server/formats/bytes.h"
#include "server/formats/tree_texts.h"
#include "server/formats/xiangqi_board.h"

namespace server {

namespace {

constexpr std::string_view kCcBridge = "CCBridge";
constexpr std::size_t kLibraryHeader = 20, kPacking = 12, kPlainSize = 16;
constexpr std::size_t kDateLength = 19;
constexpr std::string_view kSetUp = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

/// Fields one after another; what lies beyond the end is zeros and empty.
class Fields {
 public:
  explicit Fields(std::string_view bytes, std::size_t at = 0) : bytes_(bytes), at_(at) {}

  std::size_t at() const { return at_; }
  bool at_end() const { return bytes_.ends_before(at_ + 1); }
  std::uint8_t u8() { return bytes_.u8(at_++); }
  std::uint32_t u32() {
    at_ += 4;
    return bytes_.u32(at_ - 4);
  }
  std::string_view field(std::size_t length) {
    const std::string_view field = bytes_.field(at_, length);
    at_ += field.size();
    return field;
  }
  std::string_view text() { return field(u32()); }
  /// Up to the end of a line, which is taken off.
  std::string_view line() {
    const std::string_view rest = bytes_.field(at_, bytes_.size());
    const std::string_view line = rest.substr(0, rest.find("\r\n"));
    at_ += std::min(line.size() + 2, rest.size());
    return line;
  }

 private:
  Bytes bytes_;
  std::size_t at_;
};

/// File and rank count from 1, the rank from black's side.
std::string cbl2_square(int file, int rank) {
  if (file < 1 || file > XiangqiBoard::kFiles || rank < 1 || rank > XiangqiBoard::kRanks)
    return fmt::format("({},{})", file, rank);
  return {static_cast<char>('a' + file - 1), static_cast<char>('0' + XiangqiBoard::kRanks - rank)};
}

XiangqiBoard cbl2_board(std::string_view squares) {
  XiangqiBoard board;
  for (std::size_t i = 0; i < std::min(squares.size(), kSetUp.size()); ++i) {
    const auto square = static_cast<std::uint8_t>(squares[i]);
    const int file = square >> 4, rank = square & 0x0F;
    if (file >= 1 && file <= XiangqiBoard::kFiles && rank >= 1 && rank <= XiangqiBoard::kRanks)
      board.put(file - 1, XiangqiBoard::kRanks - rank, kSetUp[i]);
  }
  return board;
}

/// Moves by their serials: one that goes back to an earlier serial takes the place of the move that has it in
/// the line before.
void read_cbl2_moves(Fields& fields, TreeGame& game) {
  // line[n] is the position after n moves of the present line. A move with serial n takes the place of line[n
  // + 1].
  std::vector<GameTree::Id> line{GameTree::kRoot}, moves;
  std::uint32_t first = 0;
  for (std::uint32_t left = fields.u32(); left > 0; --left) {
    if (fields.at_end()) return add_note(game, 0, "truncated", "the file ends in the middle of a move");
    if (game.tree.full()) return add_note(game, 0, "too_many_moves", "the rest is left out");
    std::uint32_t serial = fields.u8();
    serial |= std::uint32_t{fields.u8()} << 8;
    const int from = fields.u8(), to = fields.u8();
    (void)fields.field(2);  // The move in words.
    if (moves.empty()) first = serial;
    // Serials need not begin at 0 or 1: the first one is that of the first ply.
    const std::size_t ply = serial >= first ? serial - first : line.size();
    if (ply >= line.size())
      return add_note(game, 0, "syntax",
                      fmt::format("move {} follows no other one: the rest is left out", serial));
    line.resize(ply + 1);
    const GameTree::Id id =
        game.tree.add(line.back(), {.text = cbl2_square((from >> 4) + 1, (from & 0x0F) + 1) +
                                            cbl2_square((to >> 4) + 1, (to & 0x0F) + 1),
                                    .is_exact = true});
    line.push_back(id);
    moves.push_back(id);
  }
  for (const GameTree::Id id : moves) game.tree[id].comment = fields.line();
}

/// A line break in comments is two strokes.
void break_lines(std::string& text) {
  std::string lines;
  std::size_t from = 0;
  for (std::size_t at; (at = text.find("||", from)) != text.npos; from = at + 2)
    (lines += text.substr(from, at - from)) += '\n';
  text = lines += text.substr(from);
}

}  // namespace

bool is_cbl2(std::string_view bytes) {
  constexpr std::uint32_t kNewest = 0x1F;  // 2.1 is 0x15; the letters of CCBridge 3 are more.
  const std::uint32_t version = Bytes(bytes).u32(kCcBridge.size());
  return bytes.starts_with(kCcBridge) && bytes.size() >= kLibraryHeader && version > 0 && version <= kNewest;
}

bool is_packed_cbl(std::string_view bytes) {
  return is_cbl2(bytes) && Bytes(bytes).u32(kPacking) != 0;
}

engine::Expected<std::string, BadText> unpack_cbl(std::string_view bytes, std::size_t most) {
  const std::size_t size = Bytes(bytes).u32(kPlainSize);
  const std::string_view packed = bytes.substr(kLibraryHeader);
  if (size > most) return bad_text(0, "too_long", "unpacked, this library is too long");
  // The kinds of packing differ in whether zlib's header stands before the stream: both are tried.
  auto plain = inflate(packed, size, true);
  if (!plain) plain = inflate(packed, size, false);
  if (!plain) return bad_text(0, "archive", "the games of this library cannot be unpacked");
  std::string library(bytes.substr(0, kLibraryHeader));
  std::fill_n(library.begin() + kPacking, 4, '\0');
  return library += *plain;
}

std::vector<std::string_view> split_cbl2(std::string_view bytes, std::vector<BadText>& notes) {
  Fields fields(bytes, kLibraryHeader);
  std::string said;  // Name, source, other, author and address.
  for (int i = 0; i < 5; ++i) {
    const std::string_view text = fields.text();
    const std::string name =
        clean_name(decode_text(text.substr(0, 500), guess_encoding(text.substr(0, 500))));
    if (!name.empty()) said += (said.empty() ? "" : ", ") + name;
  }
  if (!said.empty()) notes.push_back(left_out_of_library(said));
  (void)fields.field(2 * kDateLength);
  std::uint32_t left = fields.u32();
  (void)fields.text();
  std::vector<std::string_view> games;
  for (std::size_t at = fields.at(); left > 0 && at < bytes.size(); --left) {
    const std::size_t size = Bytes(bytes).u32(at);
    if (size < 4) break;
    add_game(games, bytes.substr(at, size));
    if (size > bytes.size() - at)
      notes.push_back(bad_text(0, "truncated", "the library ends in the middle of its last game").error);
    at += size;
  }
  if (left > 0)
    notes.push_back(bad_text(0, "truncated", fmt::format("{} games of the library are missing", left)).error);
  return games;
}

ReadTree read_cbl2(std::string_view bytes, std::optional<Encoding> encoding) {
  Fields fields(bytes, 4);
  const XiangqiBoard board = cbl2_board(fields.field(kSetUp.size()));
  HeaderTexts texts;
  (void)fields.u32();  // What kind of game it is.
  const std::string_view event = fields.text();
  (void)fields.u32();  // The number of its first move.
  texts.events = {event, fields.text()};
  const std::string_view source = fields.text(), other = fields.text(), site = fields.text();
  texts.date = fields.text();
  texts.names[0] = fields.text();
  texts.names[1] = fields.text();
  TreeGame game{.game = {.game = "xiangqi"}};
  game.game.result = told_result(static_cast<std::uint8_t>(std::min<std::uint32_t>(fields.u32(), UINT8_MAX)));
  const std::string_view annotator = fields.text(), of_annotator = fields.text();
  const std::string_view author = fields.text(), of_author = fields.text();
  game.tree[GameTree::kRoot].comment = fields.text();
  const bool told_black = fields.u8() == 0;
  (void)fields.field(2 * kDateLength);
  read_cbl2_moves(fields, game);
  game.game.start_pos = board.fen(black_begins(board, game.tree, told_black));
  texts.others = {{"Source", source},
                  {"Other", other},
                  {"Site", site},
                  {"Annotator", annotator},
                  {"Author", author},
                  {"AddressOfAnnotator", of_annotator},
                  {"AddressOfAuthor", of_author}};
  decode_texts(game, texts, encoding);
  for (std::size_t id = 0; id < game.tree.size(); ++id)
    break_lines(game.tree[static_cast<GameTree::Id>(id)].comment);
  note_rest(game, bytes.substr(std::min(fields.at(), bytes.size())));
  drop_bad_start(game);
  return game;
}

}  // namespace server
