#include "server/bots/engine_version.h"

#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string_view>

#include "engine/games/registry.h"

namespace server {
namespace {

// Few nodes and a small table: a start must not wait for it.
constexpr std::uint64_t kPrintedNodes = 2'000;  // Of each position.
constexpr std::size_t kPrintHashBytes = std::size_t{1} << 20;

/// FNV-1a.
// FNV-1a with 64 bits: any function would do that has the same value on every machine.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char byte : text) hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    hash_ *= 0x100000001b3;  // Where one text ends.
  }
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash_));
    return digits;
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

void add_thoughts(const engine::Game& game, Fingerprint& print) {
  const auto bot = game.new_bot({.hash_bytes = kPrintHashBytes});
  for (const engine::BenchRow& row : game.bench) {
    const auto match = game.new_match({.rule = std::string(row.rule), .pos = std::string(row.pos)});
    std::istringstream moves{std::string(row.moves)};
    for (std::string move; moves >> move;) (void)(*match)->play(move);
    // Nodes, not time: the same on every machine.
    const engine::Thought thought = bot->think(**match, {.nodes = kPrintedNodes, .fresh = true}, {}, {});
    print.add(thought.best);
    print.add(std::to_string(thought.nodes));
    for (const engine::Line& line : thought.lines) print.add(std::to_string(line.value));
  }
}

}  // namespace

std::string engine_version() {
  Fingerprint print;
  for (const engine::Game& game : engine::games()) add_thoughts(game, print);
  return SANQI_VERSION " " + print.text();
}

}  // namespace server
