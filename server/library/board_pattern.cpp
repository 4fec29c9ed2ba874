#include "server/library/board_pattern.h"

#include <algorithm>
#include <charconv>

namespace server {

namespace {

constexpr char kAny = '?';
constexpr char kBare = '-';
/// Kinds that are counted, at most.
constexpr std::size_t kMostRanges = 16;

/// What may stand on a board of this kind.
std::string kinds_on(const BoardReplay& replay) {
  std::string kinds = replay.start();
  if (!replay.shape().has_pieces()) kinds += "XO";
  std::erase(kinds, kBare);
  return kinds;
}

/// Each rank is as wide as the board: one that is too long would move what stands on the others.
bool has_whole_ranks(const BoardShape& shape, std::string_view text) {
  while (true) {
    const std::size_t slash = text.find('/');
    if (shape.contents(text.substr(0, slash)).size() != shape.files()) return false;
    if (slash == text.npos) return true;
    text.remove_prefix(slash + 1);
  }
}

/// What must stand on each point, kAny where nothing is asked. Empty: it is no board of this shape.
std::string read_board(const BoardReplay& replay, std::string text) {
  const BoardShape& shape = replay.shape();
  // Numbers are read as gaps, which here are not bare.
  static constexpr char kBareMeanwhile = '_';
  if (text.find(kBareMeanwhile) != std::string::npos) return {};
  if (shape.has_pieces()) {
    std::ranges::replace(text, kBare, kBareMeanwhile);
    if (!has_whole_ranks(shape, text)) return {};
    text = shape.contents(text);
    std::ranges::replace(text, kBare, kAny);
    std::ranges::replace(text, kBareMeanwhile, kBare);
  } else {
    text = shape.contents(text);
  }
  const std::string known = kinds_on(replay) + kAny + kBare;
  const bool is_known = text.find_first_not_of(known) == std::string::npos;
  return is_known && text.size() == shape.points() ? text : std::string();
}

/// One of "R2", "r1+", "C0-".
std::optional<PieceRange> read_range(std::string_view text) {
  PieceRange range;
  if (text.size() < 2) return std::nullopt;
  range.piece = text.front();
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), range.least);
  if (error != std::errc() || range.least < 0) return std::nullopt;
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (rest.empty()) {
    range.most = range.least;
  } else if (rest == "-") {
    range.most = std::exchange(range.least, 0);
  } else if (rest != "+") {
    return std::nullopt;
  }
  return range;
}

std::optional<std::vector<PieceRange>> read_material(const std::string& kinds, std::string_view text) {
  std::vector<PieceRange> ranges;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto range = read_range(text.substr(0, comma));
    if (!range || kinds.find(range->piece) == std::string::npos || ranges.size() == kMostRanges)
      return std::nullopt;
    ranges.push_back(*range);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return ranges;
}

}  // namespace

engine::Expected<BoardPattern, std::string> BoardPattern::read(const BoardReplay& replay,
                                                               const AskedPattern& asked) {
  BoardPattern pattern;
  if (!asked.board.empty()) {
    const std::string board = read_board(replay, asked.board);
    if (board.empty()) return engine::Unexpected(std::string("pattern"));
    pattern.add_images(replay.shape(), board);
  }
  auto material = read_material(kinds_on(replay), asked.material);
  if (!material) return engine::Unexpected(std::string("material"));
  pattern.material_ = *std::move(material);
  if (asked.turn == "first" || asked.turn == "second") {
    pattern.turn_ = asked.turn == "first" ? engine::Side::first : engine::Side::second;
  } else if (!asked.turn.empty()) {
    return engine::Unexpected(std::string("turn"));
  }
  const bool asks_nothing = pattern.images_.empty() || pattern.images_.front().points.empty();
  if (asks_nothing && pattern.material_.empty()) return engine::Unexpected(std::string("pattern"));
  return pattern;
}

// Those that are alike are one.
void BoardPattern::add_images(const BoardShape& shape, const std::string& board) {
  for (unsigned symmetry = 0; symmetry < shape.symmetries(); ++symmetry) {
    Image image{.wanted = board};
    for (std::size_t point = 0; point < board.size(); ++point)
      image.wanted[shape.image(point, symmetry)] = board[point];
    if (std::ranges::find(images_, image.wanted, &Image::wanted) != images_.end()) continue;
    for (std::size_t point = 0; point < board.size(); ++point)
      if (image.wanted[point] != kAny) image.points.emplace_back(point, image.wanted[point]);
    images_.push_back(std::move(image));
  }
}

/// Counts what is missing on each image while a game goes on.
class BoardPattern::Watch {
 public:
  explicit Watch(const BoardPattern& pattern) : pattern_(pattern) {}

  void begin(const std::string& board, engine::Side) {
    counts_.fill(0);
    for (const char piece : board) ++count(piece);
    for (std::size_t i = 0; i < pattern_.images_.size(); ++i) {
      missing_[i] = 0;
      for (const auto& [point, piece] : pattern_.images_[i].points) missing_[i] += board[point] != piece;
    }
  }
  void set(std::size_t point, char was, char is) {
    --count(was);
    ++count(is);
    for (std::size_t i = 0; i < pattern_.images_.size(); ++i) {
      const char wanted = pattern_.images_[i].wanted[point];
      missing_[i] += (wanted == was ? 1 : 0) - (wanted == is ? 1 : 0);
    }
  }
  bool at(int ply, engine::Side turn, std::optional<MoveNumber>) {
    if (!is_there(turn)) return true;
    found_ = ply;
    return false;
  }
  std::optional<int> found() const { return found_; }

 private:
  int& count(char piece) { return counts_[static_cast<unsigned char>(piece) & 0x7f]; }

  bool is_there(engine::Side turn) {
    const std::size_t images = pattern_.images_.size();
    if (images > 0 && std::find(missing_.begin(), missing_.begin() + images, 0) == missing_.begin() + images)
      return false;
    return (!pattern_.turn_ || *pattern_.turn_ == turn) &&
           std::ranges::all_of(pattern_.material_, [this](const PieceRange& range) {
             return count(range.piece) >= range.least && count(range.piece) <= range.most;
           });
  }

  const BoardPattern& pattern_;
  std::array<int, 128> counts_{};
  std::array<int, 8> missing_{};  // By image.
  std::optional<int> found_;
};

std::optional<int> BoardPattern::find(BoardReplay& replay, const std::string& start_pos,
                                      std::string_view packed) const {
  Watch watch(*this);
  replay.play(start_pos, packed, watch);
  return watch.found();
}

}  // namespace server
