#include <algorithm>
#include <string>

#include "tests/fuzz/expect.h"
#include "tests/fuzz/games.h"

/// A position that somebody sets up: refused with a reason, or one that the game can be played from, and that
/// is read back as it was written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  auto [game, setup] = pick_variant(input);
  setup.pos = input.rest();
  auto match = game->new_match(setup);
  if (!match) {
    EXPECT(!match.error().code.empty() && !match.error().message.empty());
    return 0;
  }
  const engine::Look look = (*match)->look();
  setup.pos = look.pos;
  const auto again = game->new_match(setup);
  EXPECT(again && (*again)->look().pos == look.pos);

  const auto moves = (*match)->legal_moves();
  EXPECT(moves.empty() == (*match)->outcome().has_value());
  EXPECT(std::ranges::is_sorted(moves) && std::ranges::adjacent_find(moves) == moves.end());
  EXPECT((*again)->legal_moves() == moves);
  constexpr std::size_t kTried = 8;
  for (std::size_t i = 0; i < moves.size(); i += moves.size() / kTried + 1)
    EXPECT((*match)->clone()->play(moves[i]));
  return 0;
}
