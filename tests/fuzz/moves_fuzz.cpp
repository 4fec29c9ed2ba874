#include <algorithm>
#include <string>

#include "tests/fuzz/expect.h"
#include "tests/fuzz/games.h"

/// Moves as somebody writes them, in any notation, one after the other: each is refused with a reason and
/// changes nothing, or is one of the legal ones, and its names are names of it alone.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const auto [game, setup] = pick_variant(input);
  constexpr int kRare = 3;  // What takes long is looked at now and then.
  const auto match = game->new_match(setup).value();
  for (int left = 12; left > 0 && !input.empty(); --left) {
    const std::string text(input.take_until(' '));
    const auto move = match->read_move(text);
    if (!move) {
      const std::string before = match->look().pos;
      EXPECT(!move.error().code.empty());
      EXPECT(!match->play(text) && match->look().pos == before);
      if (match->outcome()) break;
      continue;
    }
    if (left % kRare == 0) {
      EXPECT(std::ranges::binary_search(match->legal_moves(), *move));
      for (const engine::Notation& notation : match->notations(*move)) {
        const auto named = match->read_move(notation.text);
        EXPECT(named && *named == *move);
      }
    }
    EXPECT(match->play(*move));
  }
  return 0;
}
