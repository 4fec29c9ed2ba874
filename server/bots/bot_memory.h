#pragma once

#include <cstddef>

#include "server/bots/bot_pool.h"

namespace server {

/// What a bot with a table of so many bytes takes at most: the table, and as much again, but at least 16 MiB,
/// for what anti-Reversi's solver keeps.
std::size_t bytes_of_bot(std::size_t hash_bytes);

/// `wanted`, so that all bots of all threads together stay within `most` bytes: with fewer bots kept by each
/// thread, then with smaller tables, at last with fewer threads. One bot with the smallest table is always
/// left.
/// @pre wanted.threads > 0
BotPool::Options within(std::size_t most, const BotPool::Options& wanted);

/// `wanted` within `mib` MiB; 0: within half of what this process may use. The other half is for everything
/// that is no bot, and for bots that hang, which are replaced and not ended. Says in the log when tables are
/// smaller or threads fewer than wanted.
BotPool::Options fitted(std::size_t mib, const BotPool::Options& wanted);

}  // namespace server
