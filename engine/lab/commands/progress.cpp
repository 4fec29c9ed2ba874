#include "engine/lab/commands/progress.h"

#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace engine::lab {
namespace {

std::string bar(std::uint64_t done, std::uint64_t all) {
  constexpr std::uint64_t kWidth = 20;
  const std::uint64_t full = all == 0 ? kWidth : kWidth * done / all;
  return '[' + std::string(full, '=') + std::string(kWidth - full, ' ') + ']';
}

std::string time_text(std::int64_t seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%lld:%02lld", static_cast<long long>(seconds / 60),
                static_cast<long long>(seconds % 60));
  return text;
}

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (terminal_ && shown_) std::cerr << '\n';
}

void Progress::show(std::uint64_t done, std::uint64_t all, const std::string& text) {
  const auto now = Clock::now();
  const auto every = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(20);
  if (shown_ && now - last_ < every && done < all) return;
  if (!shown_) first_done_ = done > 0 ? done - 1 : 0;  // What an earlier run did took no time of this one.
  shown_ = true;
  last_ = now;
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double speed = static_cast<double>(done - first_done_) / spent;
  const auto left = speed > 0 ? static_cast<std::int64_t>(static_cast<double>(all - done) / speed) : 0;
  std::cerr << (terminal_ ? "\r\x1b[K" : "") << bar(done, all) << ' ' << done << '/' << all << ' ' << text
            << ' ' << time_text(left) << " left" << (terminal_ ? "" : "\n") << std::flush;
}

}  // namespace engine::lab
