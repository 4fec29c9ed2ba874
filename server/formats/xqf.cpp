#include "server/formats/xqf.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "server/formats/bytes.h"
#include "server/formats/encoding.h"
#include "server/formats/tree_texts.h"
#include "server/formats/xiangqi_board.h"
#include "server/formats/xqf_layout.h"

namespace server {

namespace {

constexpr int kRotatingVersion = 0x0C;  // The first one that shuffles the pieces, too.
// Letters of the key of the stream, from XQStudio itself.
constexpr std::string_view kPad = "[(C) Copyright Mr. Dong Shiwei.]";

using Byte = std::uint8_t;

constexpr Byte low(std::uint32_t value) {
  return static_cast<Byte>(value & 0xFF);
}

/// What the bytes of a file are shifted by; all 0 in old versions.
struct XqfKeys {
  Byte squares = 0, from = 0, to = 0;
  std::uint32_t comment = 0;
  std::array<Byte, 32> stream{};  ///< By the offset in the file.
};

XqfKeys keys_of(const Bytes& file) {
  XqfKeys keys;
  if (file.u8(2) <= kXqfPlainVersion) return keys;
  const Byte sum = file.u8(12), xy = file.u8(13), from = file.u8(14), to = file.u8(15);
  // The author's formula, as eleeye's reader has it. All of it counts modulo 256, so unsigned overflow does
  // no harm.
  const auto scramble = [](std::uint32_t key) { return 54 * key * key + 221; };
  keys.squares = low(scramble(xy) * xy);
  keys.from = low(scramble(from) * keys.squares);
  keys.to = low(scramble(to) * keys.from);
  keys.comment = (sum * 256U + xy) % 32000 + 767;
  const std::array<Byte, 4> base{sum, xy, from, to};
  for (std::size_t i = 0; i < keys.stream.size(); ++i) {
    const Byte mask = low((base[i % 4] & file.u8(3)) | file.u8(8 + i % 4));
    keys.stream[i] = low(static_cast<Byte>(kPad[i]) & mask);
  }
  return keys;
}

/// A text of the header: a byte of length, and as much of it as the field has room for.
std::string_view header_text(const Bytes& file, const XqfField& field) {
  return file.field(field.at + 1, std::min<std::size_t>(file.u8(field.at), field.room));
}

using XqfTags = std::vector<std::pair<std::string_view, std::string_view>>;

XqfTags tags_of(const Bytes& file) {
  XqfTags tags;
  for (const auto& [name, field] : kXqfTags) tags.emplace_back(name, header_text(file, field));
  return tags;
}

/// The square of each of the 32 pieces: file * 10 + rank, from 90 on none.
std::array<Byte, 32> squares_of(const Bytes& file, const XqfKeys& keys) {
  std::array<Byte, 32> squares{};
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const std::size_t slot = file.u8(2) >= kRotatingVersion ? (i + 1 + keys.squares) % 32 : i;
    squares[slot] = low(file.u8(16 + i) - std::uint32_t{keys.squares});
  }
  return squares;
}

XiangqiBoard board_of(const std::array<Byte, 32>& squares) {
  XiangqiBoard board;
  for (std::size_t i = 0; i < squares.size(); ++i)
    // Where two pieces claim one square, which no good file does, the later one stands.
    if (squares[i] < 90) board.put(squares[i] / 10, squares[i] % 10, kXqfPieces[i]);
  return board;
}

/// A node as it stands in the file.
struct XqfNode {
  Byte from = 0, to = 0;
  bool goes_on = false;        ///< The next node continues its line.
  bool has_variation = false;  ///< One that takes its place follows after all that continues it.
  std::string comment{};       ///< Not decoded.
};

/// The nodes after the header, one after another.
class XqfReader {
 public:
  XqfReader(const Bytes& file, const XqfKeys& keys)
      : file_(file), keys_(keys), is_plain_(file.u8(2) <= kXqfPlainVersion) {}

  std::size_t at() const { return at_; }

  /// None where the file ends too early.
  std::optional<XqfNode> next() {
    if (file_.ends_before(at_ + 4)) return std::nullopt;
    XqfNode node{.from = low(plain(at_) - 0x18U - keys_.from), .to = low(plain(at_ + 1) - 0x20U - keys_.to)};
    const Byte flags = plain(at_ + 2);
    at_ += 4;
    // Old versions set any bit of a half byte, and always have a length of comment.
    node.goes_on = (flags & (is_plain_ ? 0xF0 : 0x80)) != 0;
    node.has_variation = (flags & (is_plain_ ? 0x0F : 0x40)) != 0;
    if ((is_plain_ || (flags & 0x20) != 0) && !read_comment(node.comment)) return std::nullopt;
    return node;
  }

 private:
  Byte plain(std::size_t at) const { return low(std::uint32_t{file_.u8(at)} - keys_.stream[at % 32]); }

  bool read_comment(std::string& comment) {
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length |= static_cast<std::uint32_t>(plain(at_ + i)) << 8 * i;
    length -= keys_.comment;
    at_ += 4;
    // Before anything is reserved: the length may be anything.
    if (file_.ends_before(at_) || length > file_.size() - at_) return false;
    comment.reserve(length);
    for (const std::size_t end = at_ + length; at_ < end; ++at_) comment += static_cast<char>(plain(at_));
    return true;
  }

  const Bytes& file_;
  const XqfKeys& keys_;
  const bool is_plain_;
  std::size_t at_ = kXqfHeader;
};

std::string xqf_square(Byte square) {
  if (square >= 90) return fmt::format("({})", square);
  return fmt::format("{}{}", static_cast<char>('a' + square / 10), square % 10);
}

/// The tree, its comments not decoded yet, and a note of what follows it.
void read_xqf_nodes(std::string_view bytes, XqfReader nodes, TreeGame& game) {
  const auto start = nodes.next();
  if (!start) return add_note(game, 0, "truncated", "the file ends before the first move");
  game.tree[GameTree::kRoot].comment = start->comment;
  if (!start->goes_on) return note_rest(game, bytes.substr(nodes.at()));
  for (TreeBuilder tree(game); tree.wants_more();) {
    auto node = nodes.next();
    if (!node) return add_note(game, 0, "truncated", "the file ends in the middle of a move");
    tree.add({.text = xqf_square(node->from) + xqf_square(node->to), .is_exact = true},
             std::move(node->comment), node->goes_on, node->has_variation);
  }
  if (!game.tree.full()) note_rest(game, bytes.substr(nodes.at()));
}

}  // namespace

bool is_xqf(std::string_view bytes) {
  return bytes.starts_with("XQ") && bytes.substr(0, 1024).find('\0') != bytes.npos &&
         bytes.size() >= kXqfHeader && static_cast<Byte>(bytes[2]) <= 0x20;
}

ReadTree read_xqf(std::string_view bytes, std::optional<Encoding> encoding) {
  const Bytes file(bytes);
  const XqfKeys keys = keys_of(file);
  TreeGame game{.game = {.game = "xiangqi", .result = told_result(file.u8(51))}};
  // Offset 56 of the header, the place of the tree, is not asked: it is 1,024 in all files that are known.
  read_xqf_nodes(bytes, XqfReader(file, keys), game);
  const XiangqiBoard board = board_of(squares_of(file, keys));
  game.game.start_pos = board.fen(black_begins(board, game.tree, file.u8(50) == 1));
  XqfTags tags = tags_of(file);
  const std::string_view author = header_text(file, kXqfAuthor);
  const bool is_ours = author == kXqfOurAuthor;
  if (!is_ours) tags.emplace_back("Author", author);
  if (is_ours && !encoding) encoding = Encoding::gb18030;
  decode_texts(game,
               {.names = {header_text(file, kXqfNames[0]), header_text(file, kXqfNames[1])},
                .events = {header_text(file, kXqfEvent), header_text(file, kXqfTitle)},
                .date = header_text(file, kXqfDate),
                .others = std::move(tags)},
               encoding);
  drop_bad_start(game);
  return game;
}

}  // namespace server
