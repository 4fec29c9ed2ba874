#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace server {

/// How long the way to a client and back takes, by pings that carry a number. One is under way at most.
///
/// Its use is lag compensation: a clock gives back network time, but only what the server has measured
/// itself. A number for each ping keeps a client from answering early or twice. A client may delay its pongs,
/// which makes the way longer; what that gains is bounded by GameClock. Without a thread or timer of its own;
/// the owner asks due().
class RoundTrip {
 public:
  using Clock = std::chrono::steady_clock;

  /// How often the way is measured at most: each pong wakes the server.
  static constexpr std::chrono::milliseconds kInterval{8'000};

  /// Whether it is time for another measurement.
  bool due(Clock::time_point now) const { return !pending_ && now - sent_ >= kInterval; }

  /// When the last ping went out.
  Clock::time_point sent() const { return sent_; }

  /// The payload of a ping that goes out now. An answer to an older one is none.
  std::string ping(Clock::time_point now) {
    pending_ = true;
    sent_ = now;
    return std::to_string(++number_);
  }

  /// Whether this answers the ping that is under way.
  bool pong(std::string_view payload, Clock::time_point now) {
    if (!pending_ || payload != std::to_string(number_)) return false;
    pending_ = false;
    const Milliseconds measured = now - sent_;
    smoothed_ = smoothed_ ? *smoothed_ + (measured - *smoothed_) * kWeight : measured;
    return true;
  }

  /// Smoothed over the last answers; zero: there has been none.
  /// An exponential moving average; whole milliseconds.
  std::chrono::milliseconds smoothed() const {
    return smoothed_ ? std::chrono::round<std::chrono::milliseconds>(*smoothed_)
                     : std::chrono::milliseconds(0);
  }

 private:
  using Milliseconds = std::chrono::duration<double, std::milli>;

  static constexpr double kWeight = 0.5;  // Of a new measurement.

  Clock::time_point sent_{};
  std::uint32_t number_ = 0;
  bool pending_ = false;
  std::optional<Milliseconds> smoothed_;
};

}  // namespace server
