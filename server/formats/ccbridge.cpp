#include "server/formats/ccbridge.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "server/formats/add_game.h"
#include "server/formats/bytes.h"
#include "server/formats/tree_texts.h"

namespace server {

namespace {

using Byte = std::uint8_t;

constexpr std::string_view kRecord("CCBridge Record\0", 16);
constexpr std::string_view kLibrary("CCBridgeLibrary\0", 16);

/// Where things stand in a record, in bytes, and the room of its texts.
struct Layout {
  std::size_t title, event, date, red, black, result, side, board, moves;
  std::size_t room;  ///< Of each text but the title, which has twice as much.
  bool nibbles;      ///< A square is rank and file in four bits each, not one number.
};

// Found in files and in vschess (1), and in cchess's description (2); there is no description by the author.
constexpr Layout kOldLayout{52, 564, 756, 948, 1172, 1820, 1856, 1864, 1958, 64, true};
constexpr Layout kLayout{180, 692, 884, 1076, 1300, 2076, 2112, 2120, 2214, 64, false};

/// A text of UTF-16 up to its zero, which stands at an even distance: a zero byte alone is half a character.
std::string_view wide_text(const Bytes& file, std::size_t at, std::size_t room) {
  const std::string_view field = file.field(at, room);
  std::size_t length = 0;
  while (length + 1 < field.size() && (field[length] != '\0' || field[length + 1] != '\0')) length += 2;
  return field.substr(0, length);
}

/// The board from black's back rank, left to right: 0x11 to 0x17 are red, 0x21 to 0x27 black.
XiangqiBoard board_at(const Bytes& file, std::size_t at) {
  // In the order of the low nibble: rook, horse, elephant, advisor, king, cannon, pawn.
  constexpr std::string_view kRed = "RNBAKCP", kBlack = "rnbakcp";
  XiangqiBoard board;
  for (int i = 0; i < XiangqiBoard::kFiles * XiangqiBoard::kRanks; ++i) {
    const Byte piece = file.u8(at + static_cast<std::size_t>(i));
    const std::size_t kind = (piece & 0x0F) - 1U;
    if (kind >= kRed.size() || (piece >> 4 != 1 && piece >> 4 != 2)) continue;
    board.put(i % XiangqiBoard::kFiles, XiangqiBoard::kRanks - 1 - i / XiangqiBoard::kFiles,
              (piece >> 4 == 1 ? kRed : kBlack)[kind]);
  }
  return board;
}

std::string cbr_square(Byte square, bool nibbles) {
  const int from_top = nibbles ? square >> 4 : square / XiangqiBoard::kFiles;
  const int file = nibbles ? square & 0x0F : square % XiangqiBoard::kFiles;
  if (from_top >= XiangqiBoard::kRanks || file >= XiangqiBoard::kFiles) return fmt::format("({})", square);
  return fmt::format("{}{}", static_cast<char>('a' + file), XiangqiBoard::kRanks - 1 - from_top);
}

struct CbrMove {
  Byte flags = 0, from = 0, to = 0;
  std::string_view comment{};  ///< UTF-16.
  bool goes_on() const { return (flags & 0x01) == 0; }
  bool has_variation() const { return (flags & 0x02) != 0; }
};

/// None where the file ends too early.
std::optional<CbrMove> next_move(const Bytes& file, std::size_t& at) {
  if (file.ends_before(at + 4)) return std::nullopt;
  CbrMove move{.flags = file.u8(at), .from = file.u8(at + 2), .to = file.u8(at + 3)};
  at += 4;
  if ((move.flags & 0x04) == 0) return move;
  const std::size_t length = file.u32(at);
  at += 4;
  if (file.ends_before(at) || length > file.size() - at) return std::nullopt;
  move.comment = file.field(at, length);
  move.comment = move.comment.substr(0, wide_text(file, at, length).size());
  at += length;
  return move;
}

/// Gives where they end.
std::size_t read_cbr_moves(const Bytes& file, const Layout& layout, TreeGame& game) {
  std::size_t at = layout.moves;
  const auto start = next_move(file, at);  // Not a move: what is said of the start stands here.
  const auto cut_off = [&](std::string_view where) {
    add_note(game, 0, "truncated", where);
    return file.size();
  };
  if (!start) return cut_off("the file ends before the first move");
  game.tree[GameTree::kRoot].comment = start->comment;
  if (!start->goes_on()) return at;
  for (TreeBuilder tree(game); tree.wants_more();) {
    const auto move = next_move(file, at);
    if (!move) return cut_off("the file ends in the middle of a move");
    tree.add({.text = cbr_square(move->from, layout.nibbles) + cbr_square(move->to, layout.nibbles),
              .is_exact = true},
             std::string(move->comment), move->goes_on(), move->has_variation());
  }
  return game.tree.full() ? file.size() : at;
}

/// Notes what layout 1 has between the fields whose places are known: all others, which layout 2 has there.
void note_unread_fields(const Bytes& file, TreeGame& game) {
  constexpr std::size_t kGaps[][2] = {{628, 756}, {820, 948}, {1012, 1172}, {1236, 1820}};
  for (const auto& [from, to] : kGaps)
    if (file.field(from, to - from).find_first_not_of('\0') != std::string_view::npos)
      return add_note(game, 0, "tags", "of layout 1 round, place, annotator and author are not read");
}

/// Texts whose places are known in layout 2 alone, by the names of PGN.
struct RecordText {
  std::string_view tag;
  std::size_t at, room;
};
constexpr RecordText kRecordTexts[] = {
    {"Source", 564, 64},    {"EventType", 628, 64},  {"Round", 756, 64},        {"Group", 820, 32},
    {"Board", 852, 32},     {"Site", 948, 64},       {"TimeControl", 1012, 64}, {"RedTeam", 1140, 64},
    {"RedTime", 1204, 64},  {"BlackTeam", 1364, 64}, {"BlackTime", 1428, 64},   {"Referee", 1524, 64},
    {"Recorder", 1588, 64}, {"Annotator", 1652, 64}, {"Author", 1780, 64}};

std::vector<std::pair<std::string_view, std::string_view>> others_of(const Bytes& file, int version) {
  std::vector<std::pair<std::string_view, std::string_view>> others;
  // Guessing them in the old layout would show memory that was never written.
  if (version == 1) return others;
  for (const auto& [tag, at, room] : kRecordTexts) others.emplace_back(tag, wide_text(file, at, room));
  return others;
}

constexpr std::size_t kIndex = 66'624, kIndexRow = 276;
constexpr std::size_t kSlot = 4096;  // A record fills some; one that does not begin with the magic goes on.

/// Where the records stand that the index still has: a deleted one keeps its slots. Empty where the index
/// says nothing that the slots agree with.
std::set<std::size_t> kept_records(const Bytes& file, std::size_t slots, std::size_t first) {
  constexpr std::uint32_t kInUse = 0x02;
  std::set<std::size_t> kept;
  for (std::size_t row = kIndex; row < first; row += kIndexRow) {
    // A row: u32 flags, u32 number of its first slot; what follows is not needed.
    if ((file.u32(row) & kInUse) == 0) continue;
    const std::size_t at = first + kSlot * std::min<std::size_t>(file.u32(row + 4), slots);
    // An index that points at anything else is not trusted at all: then every record in the file counts.
    if (!is_cbr(file.field(at, kRecord.size()))) return {};
    kept.insert(at);
  }
  return kept;
}

/// All that stand in a library of which the index is longer or shorter than it says.
std::vector<std::string_view> scattered_records(std::string_view bytes) {
  std::vector<std::string_view> records;
  for (std::size_t at = bytes.find(kRecord); at < bytes.size();) {
    const std::size_t next = std::min(bytes.find(kRecord, at + kRecord.size()), bytes.size());
    add_game(records, bytes.substr(at, next - at));
    at = next;
  }
  return records;
}

}  // namespace

bool is_cbr(std::string_view bytes) {
  return bytes.starts_with(kRecord);
}

bool is_cbl(std::string_view bytes) {
  return bytes.starts_with(kLibrary);
}

ReadTree read_cbr(std::string_view bytes, std::optional<Encoding>) {
  const Bytes file(bytes);
  const Byte version = file.u8(19);
  if (!is_cbr(bytes) || version < 1 || version > 2)
    return bad_text(0, "unknown_version", fmt::format("layout {} of CBR is not known here", version));
  const Layout& layout = version == 1 ? kOldLayout : kLayout;
  TreeGame game{.game = {.game = "xiangqi", .result = told_result(file.u8(layout.result))}};
  const std::size_t end = read_cbr_moves(file, layout, game);
  // In a library what is left of the last slot was never written.
  const std::size_t slot_end = (end + kSlot - 1) / kSlot * kSlot;
  if (bytes.size() != slot_end) note_rest(game, bytes.substr(end));
  const XiangqiBoard board = board_at(file, layout.board);
  game.game.start_pos = board.fen(black_begins(board, game.tree, file.u8(layout.side) == 2));
  decode_texts(
      game,
      {.names = {wide_text(file, layout.red, layout.room), wide_text(file, layout.black, layout.room)},
       .events = {wide_text(file, layout.event, layout.room), wide_text(file, layout.title, 2 * layout.room)},
       .date = wide_text(file, layout.date, layout.room),
       .others = others_of(file, version)},
      Encoding::utf16le);
  if (version == 1) note_unread_fields(file, game);
  drop_bad_start(game);
  return game;
}

CblRecords split_cbl(std::string_view bytes) {
  const Bytes file(bytes);
  // Bounded by the length of the file: the number may be anything.
  const std::size_t slots = std::min<std::size_t>(file.u32(60), bytes.size() / kIndexRow);
  const std::size_t first = kIndex + kIndexRow * slots;
  std::vector<std::string_view> records;
  std::size_t last = bytes.size();
  for (std::size_t at = first; at < bytes.size(); at += kSlot) {
    // A slot without the magic continues the record before it. Readers that stop at the first of them lose
    // the games behind it.
    if (!is_cbr(bytes.substr(at))) continue;
    if (last < at) records.push_back(bytes.substr(last, at - last));
    last = at;
  }
  if (last < bytes.size()) records.push_back(bytes.substr(last));
  if (records.empty()) records = scattered_records(bytes);
  const std::set<std::size_t> kept = kept_records(file, slots, first);
  const std::size_t all = records.size();
  if (!kept.empty())
    std::erase_if(records, [&](std::string_view record) {
      return !kept.contains(static_cast<std::size_t>(record.data() - bytes.data()));
    });
  const std::size_t deleted = all - records.size();
  return {std::move(records),
          deleted,
          {wide_text(file, 64, 512), wide_text(file, 576, 256), wide_text(file, 832, 64),
           wide_text(file, 1088, 65'536)}};
}

}  // namespace server
