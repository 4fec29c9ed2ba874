#include <string>

#include "engine/games/registry.h"
#include "server/formats/binary_file.h"
#include "server/formats/game_file.h"
#include "server/formats/record_json.h"
#include "server/match/imported_game.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"

namespace {

/// As much of the start as this format tells: DhtmlXQ and XQF have no counters of a FEN, and DhtmlXQ without
/// a move does not tell which side begins.
std::string told_start(const server::GameFormat& format, const std::string& start_pos) {
  if (format.id != "dhtmlxq" && format.id != "xqf") return start_pos;
  const std::string pos =
      start_pos.empty() ? (*engine::find_game("xiangqi")->new_match({}))->look().pos : start_pos;
  const std::size_t board = pos.find(' ');
  return pos.substr(0, format.id == "xqf" ? board + 2 : board);
}

server::Read read_back(const server::GameFormat& format, const std::string& file) {
  if (!format.is_binary) return server::read_game(file, format.id, format.game);
  auto tree = server::read_binary(format.id, file);
  return tree ? server::play_main_line(*std::move(tree)) : server::Read(engine::Unexpected(tree.error()));
}

}  // namespace

/// A file that somebody imports, as the format that it looks like or as another one: it is refused with a
/// reason, or it is a game, which every format that can tell of it writes, and reads again with the same
/// moves.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace server;
  constexpr TimePoint kNow{Millis(1'800'000'000'000)};
  Input input(data, size);
  const auto formats = game_formats();
  const std::size_t format = input.pick(formats.size() + 2);
  GameText text;
  if (format < formats.size())
    text = {
        .bytes = {}, .format = std::string(formats[format].id), .game = std::string(formats[format].game)};
  if (format == formats.size()) text.format = "json";
  text.bytes = input.rest();
  const auto imported = import_game(text, kNow);
  if (!imported) {
    EXPECT(!imported.error().message.empty() && !imported.error().reason.empty());
    return 0;
  }
  const storage::Record& record = imported->record;
  const auto game = played_game(record);
  EXPECT(game);
  for (const GameFormat& row : formats) {
    if (row.game != game->game) continue;
    const auto written = row.write(*game, PgnNotation::iccs);
    if (!written) continue;
    const auto again = read_back(row, *written);
    EXPECT(again && again->moves == game->moves);
    EXPECT(told_start(row, again->start_pos) == told_start(row, game->start_pos));
  }
  EXPECT(import_game({.bytes = write_record(record), .format = "json"}, kNow));
  return 0;
}
