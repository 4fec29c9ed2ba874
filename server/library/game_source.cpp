#include "server/library/game_source.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <utility>

#include "server/formats/game_file.h"
#include "server/formats/game_reader.h"

namespace server {

namespace {

/// Of the names by which formats tell it the first that the game has; empty: none.
std::string told_by(const TreeGame& tree, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto tag = std::ranges::find(tree.tags, name, &std::pair<std::string, std::string>::first);
    if (tag != tree.tags.end()) return clean_name(tag->second);
  }
  return {};
}

/// A rating of four digits at most, with a fraction that does not count; else 0.
int rating_of(const std::string& text) {
  int rating = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rating);
  const bool is_number = end == text.data() + text.size() || *end == '.';
  return error == std::errc() && is_number && rating > 0 && rating <= 9'999 ? rating : 0;
}

// Black is the second side of Xiangqi, and the first of the others.
GameOrigin origin_of(const TreeGame& tree) {
  const int red = rating_of(told_by(tree, {"RedElo", "RedRating", "redrating"})),
            black = rating_of(told_by(tree, {"BlackElo", "BlackRating", "blackrating", "BR", "RB"})),
            white = rating_of(told_by(tree, {"WhiteElo", "WhiteRating", "WR", "RW"}));
  const bool is_xiangqi = tree.game.game == "xiangqi";
  return {.ratings = {is_xiangqi ? std::max(red, white) : black, is_xiangqi ? black : white},
          .site = told_by(tree, {"Site", "place", "PC"}),
          .round = told_by(tree, {"Round", "round", "RO"}),
          .date = partial_day(told_by(tree, {"Date"}))};
}

class ReaderGames final : public GameSource {
 public:
  explicit ReaderGames(GameReader reader) : reader_(std::move(reader)) {}

  std::string_view format() const override { return reader_.format(0); }
  int size() const override { return static_cast<int>(reader_.games()); }
  std::size_t bytes(int number) const override { return reader_.bytes(static_cast<std::size_t>(number)); }
  ReadSource read(int number) override {
    auto tree = reader_.read(static_cast<std::size_t>(number));
    if (!tree) return engine::Unexpected(tree.error());
    const bool is_text = is_text_format(reader_.format(static_cast<std::size_t>(number)));
    if (tree->broken && (is_text || tree->game.moves.empty()))
      return engine::Unexpected(*std::move(tree->broken));
    SourceGame read{.moves_left_out = tree->tree.size() - 1 - tree->game.moves.size(),
                    .comments_left_out = comments_in(tree->tree),
                    .broken = std::move(tree->broken)};
    read.notes = std::move(tree->notes);
    std::erase_if(read.notes, [&](const BadText& note) {
      return read.broken && note.message == read.broken->message;  // It is told of apart.
    });
    read.origin = origin_of(*tree);
    read.game = std::move(tree->game);
    return read;
  }
  const std::vector<BadText>& notes() const override { return reader_.notes(); }

 private:
  static std::size_t comments_in(const GameTree& tree) {
    std::size_t comments = 0;
    for (std::size_t id = 0; id < tree.size(); ++id)
      comments += !tree[static_cast<GameTree::Id>(id)].comment.empty();
    return comments;
  }

  GameReader reader_;
};

}  // namespace

engine::Expected<std::unique_ptr<GameSource>, BadText> open_games(std::string bytes) {
  auto reader = GameReader::open(std::move(bytes));
  if (!reader) return engine::Unexpected(reader.error());
  return std::unique_ptr<GameSource>(std::make_unique<ReaderGames>(*std::move(reader)));
}

}  // namespace server
