#include "server/formats/renlib.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "server/formats/archive.h"
#include "server/formats/bytes.h"
#include "server/formats/tree_texts.h"

namespace server {

namespace {

using Byte = std::uint8_t;

constexpr std::string_view kMagic(
    "\xFF"
    "RenLib\xFF");
constexpr std::size_t kLibHeader = 20;
constexpr int kSize = 15;

// RenLib's own names for 80 and 40 (DOWN, RIGHT) are exchanged in its code; these are by what the bits do in
// files. 04 (a start) is not needed.
enum LibFlag : Byte {
  kHasVariation = 0x80,  ///< One that takes its place follows after all that continues it.
  kEndsLine = 0x40,
  kOldComment = 0x20,  ///< Ends with a byte from 0x80 on.
  kMark = 0x10,
  kComment = 0x08,
  kNoMove = 0x02,  ///< A label alone.
  kMoreFlags = 0x01,
};

/// A node as it stands in the file.
struct LibNode {
  Byte point = 0;  ///< 16 * row from the top + column from 1; 0: the root, or a pass.
  Byte flags = 0;
  std::string comment{}, label{};  ///< Not decoded.
  bool has(LibFlag flag) const { return (flags & flag) != 0; }
};

class LibReader {
 public:
  LibReader(const Bytes& file, std::size_t at) : file_(file), at_(at) {}

  std::size_t at() const { return at_; }

  /// None at the end of the file.
  std::optional<LibNode> next() {
    if (file_.ends_before(at_ + 2)) return std::nullopt;
    LibNode node{.point = file_.u8(at_), .flags = file_.u8(at_ + 1)};
    at_ += 2;
    const bool has_label = node.has(kMoreFlags) && (file_.u8(at_ + 1) & 0x01) != 0;
    if (node.has(kMoreFlags)) at_ += 2;
    if (node.has(kOldComment)) {
      node.comment = read_old_text();
    } else if (node.has(kComment)) {
      node.comment = read_text();
    }
    if (has_label) node.label = read_text();
    std::ranges::replace(node.comment, '\b', '\n');  // Between the title and the text.
    return node;
  }

 private:
  /// Up to a zero, two bytes at a time.
  std::string read_text() {
    std::string text;
    for (bool ended = false; !ended && !file_.ends_before(at_ + 2); at_ += 2) {
      for (std::size_t i = 0; i < 2 && !ended; ++i) {
        ended = file_.u8(at_ + i) == 0;
        if (!ended) text += static_cast<char>(file_.u8(at_ + i));
      }
    }
    return text;
  }

  /// Up to a byte whose highest bit is set.
  std::string read_old_text() {
    std::string text;
    for (bool ended = false; !ended && !file_.ends_before(at_ + 2); at_ += 2) {
      for (std::size_t i = 0; i < 2 && !ended; ++i) {
        text += static_cast<char>(file_.u8(at_ + i) & 0x7F);
        ended = file_.u8(at_ + i) >= 0x80;
      }
    }
    return text;
  }

  const Bytes& file_;
  std::size_t at_;
};

std::string point_text(Byte point) {
  const int column = point & 0x0F, row = point >> 4;
  if (point == 0) return "pass";
  if (column == 0 || row >= kSize) return fmt::format("({})", point);
  return fmt::format("{}{}", static_cast<char>('a' + column - 1), kSize - row);
}

void read_lib_nodes(std::string_view bytes, LibReader nodes, TreeGame& game) {
  TreeBuilder tree(game);
  std::size_t labels = 0, marks = 0;
  for (bool first = true; tree.wants_more(); first = false) {
    auto node = nodes.next();
    if (node) labels += !node->label.empty(), marks += node->has(kMark);
    // What was read so far is kept.
    if (!node) return add_note(game, 0, "truncated", "the file ends in the middle of a line");
    const bool goes_on = !node->has(kEndsLine), has_variation = node->has(kHasVariation);
    // Newer files begin with a root that is no move and holds the comment of the empty board.
    if (first && node->point == 0) {
      game.tree[GameTree::kRoot].comment = std::move(node->comment);
      tree.skip(goes_on, false);
    } else if (node->has(kNoMove)) {
      labels += node->label.empty() && !node->comment.empty();  // What is said of a point where no stone is.
      tree.skip(goes_on, has_variation);
    } else {
      tree.add({.text = point_text(node->point), .is_exact = true}, std::move(node->comment), goes_on,
               has_variation);
    }
  }
  if (labels > 0) add_note(game, 0, "labels", fmt::format("{} labels on points are left out", labels));
  if (marks > 0) add_note(game, 0, "marks", fmt::format("{} marks of moves are left out", marks));
  if (!game.tree.full()) note_rest(game, bytes.substr(std::min(nodes.at(), bytes.size())));
}

}  // namespace

// Files from before there was a header begin with a stone in the centre; text that begins with an x has
// letters after it, and no zeros. The first stone may have a comment and a mark: flags that are signs of
// ASCII. What zlib packs begins like a stone with a variation.
bool is_renlib(std::string_view bytes) {
  if (bytes.starts_with(kMagic)) return true;
  const Bytes file(bytes);
  const bool is_first =
      file.u8(1) < '\t' || file.u8(1) >= 0x80 || (file.u8(1) & ~(kOldComment | kMark | kComment)) == 0;
  return bytes.size() % 2 == 0 && bytes.substr(0, 1024).find('\0') != bytes.npos && file.u8(0) == 0x78 &&
         is_first && !is_zlib(bytes);
}

ReadTree read_renlib(std::string_view bytes, std::optional<Encoding> encoding) {
  const Bytes file(bytes);
  const bool has_header = bytes.starts_with(kMagic);
  constexpr Byte kMajor = 3, kMinor = 4;
  if (has_header && file.u8(8) > kMajor)
    return bad_text(0, "unknown_version",
                    fmt::format("RenLib {}.{} is not known here", file.u8(8), file.u8(9)));
  TreeGame game{.game = {.game = "gomoku", .size = kSize}, .rules = {"renju", "freestyle"}};
  if (has_header && file.u8(8) == kMajor && file.u8(9) > kMinor)
    add_note(game, 0, "unknown_version",
             fmt::format("RenLib {}.{} is read as {}.{}", file.u8(8), file.u8(9), kMajor, kMinor));
  read_lib_nodes(bytes, LibReader(file, has_header ? kLibHeader : 0), game);
  decode_texts(game, {}, encoding);
  return game;
}

bool is_renlib_pos(std::string_view bytes) {
  const Bytes file(bytes);
  if (bytes.size() < 2 || bytes.size() != file.u8(0) + 1U) return false;
  // Two bytes tell little: a single stone is that of Renju, in the centre.
  constexpr Byte kCentre = kSize * kSize / 2;
  if (bytes.size() == 2 && file.u8(1) != kCentre) return false;
  std::array<bool, kSize * kSize> taken{};
  for (std::size_t i = 1; i < bytes.size(); ++i)
    if (file.u8(i) >= taken.size() || std::exchange(taken[file.u8(i)], true)) return false;
  return std::ranges::any_of(bytes, [](unsigned char c) { return c < '\t' || (c > '\r' && c < ' '); });
}

ReadTree read_renlib_pos(std::string_view bytes, std::optional<Encoding>) {
  TreeGame game{.game = {.game = "gomoku", .size = kSize}, .rules = {"renju", "freestyle"}};
  GameTree::Id at = GameTree::kRoot;
  for (const char c : bytes.substr(std::min<std::size_t>(1, bytes.size()))) {
    const int point = static_cast<Byte>(c);
    at = game.tree.add(
        at, {.text = fmt::format("{}{}", static_cast<char>('a' + point % kSize), kSize - point / kSize),
             .is_exact = true});
  }
  return game;
}

}  // namespace server
