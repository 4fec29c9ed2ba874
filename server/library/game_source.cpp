#include "server/library/game_source.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "server/formats/binary_file.h"
#include "server/formats/encoding.h"
#include "server/formats/game_file.h"

namespace server {

namespace {

class BinaryGames final : public GameSource {
 public:
  BinaryGames(std::string bytes, const BinaryFile& file) : bytes_(std::move(bytes)), file_(file) {}

  std::string_view format() const override { return file_.format; }
  int size() const override { return static_cast<int>(file_.games.size()); }
  Read read(int number) override {
    auto tree = read_binary(file_.format, file_.games[static_cast<std::size_t>(number)]);
    if (!tree) return engine::Unexpected(tree.error());
    return std::move(tree->game);
  }

 private:
  std::string bytes_;
  BinaryFile file_;
};

class TextGames final : public GameSource {
 public:
  explicit TextGames(std::string text)
      : text_(std::move(text)), format_(detect_format(text_)), games_(split_games(text_, format_)) {}

  std::string_view format() const override { return format_; }
  int size() const override { return static_cast<int>(games_.size()); }
  Read read(int number) override { return read_game(games_[static_cast<std::size_t>(number)], format_, ""); }

 private:
  std::string text_;
  std::string_view format_;
  std::vector<std::string_view> games_;
};

constexpr int kTriedGames = 20;

int legal_games(GameSource& source) {
  int legal = 0;
  for (int number = 0; number < std::min(source.size(), kTriedGames); ++number)
    legal += source.read(number) ? 1 : 0;
  return legal;
}

}  // namespace

engine::Expected<std::unique_ptr<GameSource>, BadText> open_games(std::string bytes) {
  const auto binary = find_binary(bytes);
  if (!binary) return engine::Unexpected(binary.error());
  if (*binary) {
    // Views into a string stay good when a long string is moved.
    return std::unique_ptr<GameSource>(std::make_unique<BinaryGames>(std::move(bytes), **binary));
  }
  std::unique_ptr<GameSource> best;
  int most = -1;
  std::optional<BadText> bad;
  const auto encodings = likely_encodings(bytes);
  for (const Encoding encoding : encodings) {
    auto text = to_utf8(bytes, encoding);
    if (!text) {
      bad = bad ? bad : text.error();
      continue;
    }
    if (detect_format(*text) == "json") return bad_text(0, "unknown_format", "a record is imported alone");
    auto source = std::make_unique<TextGames>(*std::move(text));
    const int legal = encodings.size() > 1 ? legal_games(*source) : 0;
    if (legal > most) best = std::move(source), most = legal;
  }
  if (!best) return engine::Unexpected(*std::move(bad));
  return best;
}

}  // namespace server
