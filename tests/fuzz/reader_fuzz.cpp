#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "server/base/utf8.h"
#include "server/formats/binary_file.h"
#include "server/formats/game_file.h"
#include "server/formats/game_reader.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"

namespace {

using namespace server;

void expect_sentence(const BadText& text) {
  EXPECT(!text.reason.empty() && !text.message.empty() && text.message.size() <= 400 && text.line >= 0);
}

/// What a reader gives is bounded, in UTF-8, and played.
void expect_game(const ReadTree& read) {
  if (!read) return expect_sentence(read.error());
  const TreeGame& game = *read;
  EXPECT(game.notes.size() <= kMostNotes && game.tags.size() <= kMostTags);
  EXPECT(game.game.moves.size() <= kMaxPlies && game.game.spent.size() == game.game.moves.size());
  EXPECT(game.tree.size() > game.game.moves.size() && game.tree.size() <= GameTree::kMostNodes);
  for (const std::string& name : game.game.names) EXPECT(is_utf8(name));
  for (const auto& [name, value] : game.tags) EXPECT(is_utf8(value));
  for (const BadText& note : game.notes) expect_sentence(note);
  for (std::size_t id = 0; id < game.tree.size(); ++id)
    EXPECT(is_utf8(game.tree[static_cast<GameTree::Id>(id)].comment));
}

void read_all(std::string bytes) {
  constexpr std::size_t kMost = 20;
  const auto reader = GameReader::open(std::move(bytes));
  if (!reader) return expect_sentence(reader.error());
  EXPECT(reader->games() > 0);
  for (const BadText& note : reader->notes()) expect_sentence(note);
  for (std::size_t i = 0; i < std::min(reader->games(), kMost); ++i) expect_game(reader->read(i));
}

void read_as(std::string_view format, std::string_view bytes) {
  auto tree = read_binary(format, bytes);
  expect_game(tree ? play_tree(*std::move(tree)) : tree);
}

}  // namespace

/// A file as it comes, or as the binary or text format that its first byte chooses; with FUZZ_FORMAT as
/// that binary format, and as it comes if it is one of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const auto binary = binary_formats(), text = text_formats();
  const std::size_t which = input.pick(1 + binary.size() + text.size());
  const std::string_view bytes = input.rest();
  if (const char* const only = std::getenv("FUZZ_FORMAT")) {
    read_as(only, bytes);
    const auto file = find_binary(bytes);
    if (file && *file && (*file)->format == only) read_all(std::string(bytes));
  } else if (which == 0) {
    read_all(std::string(bytes));
  } else if (which <= binary.size()) {
    read_as(binary[which - 1], bytes);
  } else if (is_utf8(bytes)) {
    const std::string_view format = text[which - 1 - binary.size()];
    auto tree = parse_game(bytes, format, "", 1, read_tables(bytes, format));
    expect_game(tree ? play_tree(*std::move(tree)) : tree);
  }
  return 0;
}
