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
  Read read(int number) override {
    auto tree = reader_.read(static_cast<std::size_t>(number));
    if (!tree) return engine::Unexpected(tree.error());
    if (tree->broken && is_text_format(reader_.format(static_cast<std::size_t>(number))))
      return engine::Unexpected(*std::move(tree->broken));
    return std::move(tree->game);
  }

 private:
  GameReader reader_;
};

}  // namespace

engine::Expected<std::unique_ptr<GameSource>, BadText> open_games(std::string bytes) {
  auto reader = GameReader::open(std::move(bytes));
  if (!reader) return engine::Unexpected(reader.error());
  return std::unique_ptr<GameSource>(std::make_unique<ReaderGames>(*std::move(reader)));
}

}  // namespace server
