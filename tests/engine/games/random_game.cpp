#include "tests/engine/games/random_game.h"

#include "engine/games/registry.h"
#include "tests/engine/search/tic_tac_toe.h"

std::string Variant::name() const {
  std::string name = std::string(game.id) + "_" + setup.rule;
  if (setup.size > 0) name += "_" + std::to_string(setup.size);
  return name;
}

std::vector<Variant> all_variants() {
  std::vector<Variant> variants;
  const auto add = [&variants](const engine::Game& game) {
    for (std::string_view rule : game.rules) {
      const std::string name(rule);
      if (game.sizes.empty()) variants.push_back({game, {.rule = name}});
      for (int size : game.sizes)  // A rule may be played on one of the sizes only.
        if (const engine::Setup setup{.rule = name, .size = size}; game.new_match(setup))
          variants.push_back({game, setup});
    }
  };
  for (const engine::Game& game : engine::games()) add(game);
  add(tic_tac_toe::kGame);
  return variants;
}

void play_random(engine::Match& match, engine::SplitMix64& random) {
  const auto moves = match.legal_moves();
  (void)match.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
}

std::unique_ptr<engine::Match> random_match(const Variant& variant, engine::SplitMix64& random, int plies) {
  auto match = variant.start();
  for (int i = 0; i < plies; ++i) {
    auto next = match->clone();
    play_random(*next, random);
    if (next->outcome()) break;
    match = std::move(next);
  }
  return match;
}
