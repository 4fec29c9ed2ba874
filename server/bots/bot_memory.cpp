#include "server/bots/bot_memory.h"

#include <algorithm>

#include "engine/games/registry.h"
#include "server/base/log.h"
#include "server/base/usable_memory.h"

namespace server {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kLeastHash = kMiB;
constexpr std::size_t kSolver = 16 * kMiB;
// One for games, one for exhibitions, one for the background.
constexpr std::size_t kUrgencies = 3;  // A thread keeps a bot for each of them and each game.

}  // namespace

std::size_t bytes_of_bot(std::size_t hash_bytes) {
  return hash_bytes + std::max(hash_bytes, kSolver);
}

BotPool::Options within(std::size_t most, const BotPool::Options& wanted) {
  BotPool::Options options = wanted;
  // Smaller tables first: half of a table costs less strength than a thread less costs time.
  while (options.hash_bytes > kLeastHash && options.threads * bytes_of_bot(options.hash_bytes) > most)
    options.hash_bytes = std::max(options.hash_bytes / 2, kLeastHash);
  const std::size_t each = bytes_of_bot(options.hash_bytes);
  options.threads = static_cast<unsigned>(std::clamp<std::size_t>(most / each, 1, wanted.threads));
  options.background_hash_bytes = std::min(wanted.background_hash_bytes, options.hash_bytes);
  // What is left after one bot a thread keeps more bots, up to one for each game and urgency.
  options.kept_bots =
      std::clamp<std::size_t>(most / options.threads / each, 1, engine::games().size() * kUrgencies);
  return options;
}

BotPool::Options fitted(std::size_t mib, const BotPool::Options& wanted) {
  const std::size_t most = mib > 0 ? mib * kMiB : usable_memory() / 2;
  const BotPool::Options options = within(most, wanted);
  if (options.hash_bytes < wanted.hash_bytes || options.threads < wanted.threads) {
    log_event(LogLevel::warn, "little_memory_for_bots",
              {{"mb", most / kMiB}, {"hash_mb", options.hash_bytes / kMiB}, {"threads", options.threads}});
  }
  return options;
}

}  // namespace server
