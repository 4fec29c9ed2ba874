#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace load {

using Clock = std::chrono::steady_clock;

inline Clock::duration to_duration(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// What all connections of the generator wait on: epoll, level-triggered, on the one thread that there is.
class Loop {
 public:
  class Handler {
   public:
    /// `events` are those of epoll. May add and remove descriptors, its own too.
    virtual void ready(std::uint32_t events) = 0;

   protected:
    ~Handler() = default;
  };
  struct Traffic {
    std::int64_t bytes_in = 0, bytes_out = 0, reads = 0;
  };

  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  void add(int descriptor, std::uint32_t events, Handler& handler);
  void change(int descriptor, std::uint32_t events);
  /// Its handler is not called any more, not even for what was reported already.
  void remove(int descriptor);
  /// Waits once, at most so long, and serves what is ready. Throws std::runtime_error.
  void turn(std::chrono::microseconds patience);

  /// Where everybody reads to: what is not a whole message yet is kept by the reader.
  std::span<char> buffer() { return buffer_; }
  Traffic traffic{};

 private:
  struct Entry {
    Handler* handler = nullptr;
    std::uint32_t generation = 0;  // Descriptors are used again.
  };

  std::uint64_t mark(int descriptor) const;

  int epoll_;
  std::vector<Entry> entries_;  // By descriptor.
  std::vector<char> buffer_ = std::vector<char>(std::size_t{256} << 10);
};

/// So many descriptors as the system allows this process.
void raise_descriptor_limit();

}  // namespace load
