#include <algorithm>
#include <map>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/glyph_words.h"
#include "server/formats/xqf.h"
#include "server/formats/xqf_layout.h"

namespace server {

namespace {

constexpr std::string_view kXqfUsualBoard = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
constexpr std::size_t kXqfSide = 50, kXqfResult = 51, kXqfKind = 64, kXqfSquares = 16;
/// Programs ask for the squares only where the game is one of these, not a whole one.
constexpr char kXqfEndgame = 3;
constexpr char kXqfGone = '\xFF';  // The square of a piece that is not on the board.
/// Of a comment: what a text field of Windows takes.
constexpr std::size_t kLongestXqfComment = 32'767;  // Bytes.

char xqf_byte(std::size_t value) {
  return static_cast<char>(value & 0xFF);
}

/// The squares of the 32 pieces. Of equal pieces red's rightmost stands first and black's leftmost, as
/// XQStudio has them.
std::string piece_squares(std::string_view board) {
  std::map<char, std::string> squares;
  std::size_t file = 0, rank = 9;
  for (const char sign : board.substr(0, board.find(' '))) {
    if (sign == '/') {
      file = 0;
      --rank;
    } else if ('1' <= sign && sign <= '9') {
      file += static_cast<std::size_t>(sign - '0');
    } else {
      squares[sign] += xqf_byte(file++ * 10 + rank);
    }
  }
  for (auto& [piece, all] : squares)
    if ('a' <= piece) std::ranges::reverse(all);
  std::string bytes;
  for (const char piece : kXqfPieces) {
    // From its end: so reversed are black's.
    std::string& left = squares[piece];
    bytes += left.empty() ? kXqfGone : left.back();
    if (!left.empty()) left.pop_back();
  }
  return bytes;
}

/// Cut at a whole character, and without a blank at its end, which readers take off.
void put_xqf_text(std::string& file, const XqfField& field, std::string_view text) {
  std::string bytes = to_gb18030(clean_name(text), field.room);
  bytes.resize(bytes.find_last_not_of(' ') + 1);
  file[field.at] = xqf_byte(bytes.size());
  std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(field.at) + 1);
}

std::string_view xqf_tag(const TreeGame& game, std::string_view name) {
  const auto tag = std::ranges::find(game.tags, name, &std::pair<std::string, std::string>::first);
  return tag == game.tags.end() ? std::string_view() : std::string_view(tag->second);
}

std::string xqf_header(const TreeGame& game) {
  const PlayedGame& played = game.game;
  std::string file(kXqfHeader, '\0');
  file.replace(0, 3, {'X', 'Q', kXqfPlainVersion});
  const bool is_usual = played.start_pos.empty();
  file.replace(kXqfSquares, kXqfPieces.size(),
               piece_squares(is_usual ? kXqfUsualBoard : std::string_view(played.start_pos)));
  file[kXqfSide] = second_begins(played) ? 1 : 0;
  file[kXqfResult] = result_word(played, {"\1", "\2", "\3", std::string_view("\0", 1)}).front();
  file[kXqfKind] = is_usual ? '\0' : kXqfEndgame;
  const std::string_view date = xqf_tag(game, "Date"), author = xqf_tag(game, "Author");
  put_xqf_text(file, kXqfTitle, xqf_tag(game, "Title"));
  put_xqf_text(file, kXqfEvent, played.event);
  put_xqf_text(file, kXqfDate, date.empty() ? told_day(played, "{:%Y.%m.%d}") : std::string(date));
  for (const std::size_t side : {0, 1}) put_xqf_text(file, kXqfNames[side], played.names[side]);
  for (const XqfTag& tag : kXqfTags) put_xqf_text(file, tag.field, xqf_tag(game, tag.name));
  put_xqf_text(file, kXqfAuthor, author.empty() ? kXqfOurAuthor : author);
  return file;
}

/// Lines end as on Windows.
std::string xqf_comment(const TreeNode& node) {
  std::string text;
  for (const char sign : words_with_glyphs(node.glyphs, node.comment)) {
    if (sign == '\n') text += '\r';
    text += sign;
  }
  return to_gb18030(text, kLongestXqfComment);
}

void put_xqf_node(std::string& file, const GameTree& tree, GameTree::Id id) {
  const TreeNode& node = tree[id];
  const auto square = [&](std::size_t at) {
    const std::string& move = node.move.text;
    return id == GameTree::kRoot ? 0U : static_cast<unsigned>((move[at] - 'a') * 10 + (move[at + 1] - '0'));
  };
  // The author describes F0 and 00; XQStudio and all that read this version take a bit of the other half for
  // a variation.
  const unsigned goes_on = node.first_child != GameTree::kNone ? 0xF0 : 0;
  const unsigned has_variation = node.next_sibling != GameTree::kNone ? 0x0F : 0;
  file += {xqf_byte(square(0) + 0x18), xqf_byte(square(2) + 0x20), xqf_byte(goes_on | has_variation),
           id == GameTree::kRoot ? '\xFF' : '\0'};
  const std::string comment = xqf_comment(node);
  for (std::size_t i = 0, length = comment.size(); i < 4; ++i, length >>= 8) file += xqf_byte(length);
  file += comment;
}

}  // namespace

std::string write_xqf(const TreeGame& game) {
  std::string file = xqf_header(game);
  // What continues a move comes before what may stand in its place: the last put here is the next.
  for (std::vector<GameTree::Id> open{GameTree::kRoot}; !open.empty();) {
    const GameTree::Id id = open.back();
    open.pop_back();
    put_xqf_node(file, game.tree, id);
    for (const GameTree::Id next : {game.tree[id].next_sibling, game.tree[id].first_child})
      if (next != GameTree::kNone) open.push_back(next);
  }
  return file;
}

std::string write_xqf(const PlayedGame& game) {
  std::vector<MoveText> moves;
  for (const std::string& move : game.moves) moves.push_back({.text = move});
  return write_xqf(tree_of(game, moves, 0));
}

}  // namespace server
