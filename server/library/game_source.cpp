#include "server/library/game_source.h"

#include <utility>

#include "server/formats/game_file.h"
#include "server/formats/game_reader.h"

namespace server {

namespace {

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
