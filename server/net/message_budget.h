#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "server/net/frame_counter.h"
#include "server/net/net_context.h"
#include "server/room/subscriber.h"

namespace server {

/// What one connection may send: out of its own rate, and of those of its address and its user. Frames that
/// end no message (pings, parts of a message) cost like messages; they are paid for together. Network thread
/// only.
///
/// Costs are in messages: a plain one costs 1, a dear one pays more (refuse()) when its kind is known. The
/// rates of user and address are shared by all their connections; the address's rate refuses nothing on
/// loopback, where Origin::address is empty.
class MessageBudget {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Wait = std::optional<std::chrono::milliseconds>;

  /// Both outlive the budget.
  MessageBudget(NetContext& site, const Subscriber& subscriber, Time now)
      : site_(site),
        subscriber_(subscriber),
        messages_(site.limits.of_socket, now),
        refusals_(site.limits.refusals, now) {}

  /// Nothing if a message that has been paid for may cost so much more, else how long to wait before it is
  /// sent again.
  /// @param cost beyond the 1 that refuse_message() took; 0 is a question
  Wait refuse(Cost cost, Time now) { return refuse(cost, 1, now); }
  /// The same for the message itself, and the frames before it.
  Wait refuse_message(Time now) {
    return refuse(1 + static_cast<Cost>(std::exchange(unpaid_frames_, 0)), 0, now);
  }
  /// Whether so many were refused that no answer is owed any more.
  /// Counts this refusal. After it the owner closes the connection: a client that does not slow down costs
  /// work even by its refusals.
  bool is_deaf(Time now) { return refusals_.refuse(now).has_value(); }

  /// The frames in bytes that came in, which follow those of the last call.
  std::size_t count_frames(std::string_view bytes) { return counter_.count(bytes); }
  /// False: so many frames that are no messages are too many.
  /// @param closing the connection is ending: then frames are free, but their number is bounded, for each
  /// still costs a read
  bool admit_frames(std::size_t frames, bool closing) {
    unpaid_frames_ += frames;
    const int most = closing ? site_.limits.frames_after_close : site_.limits.unpaid_frames;
    if (unpaid_frames_ <= static_cast<std::size_t>(most)) return true;
    if (closing) return false;
    const auto cost = static_cast<Cost>(std::exchange(unpaid_frames_, 0));
    return !refuse(cost, 0, std::chrono::steady_clock::now());
  }

 private:
  /// Each of the three has so much, or none pays.
  /// @param asked what asking has cost already: see TokenBucket::refuse()
  Wait refuse(Cost cost, Cost asked, Time now) {
    // Before hello there is no user: the socket and the address pay.
    const protocol::User* const user = subscriber_.user() ? &*subscriber_.user() : nullptr;
    if (const Wait wait = messages_.would_refuse(now, cost, asked)) return wait;
    if (const Wait wait = user ? site_.users.would_refuse(user->id, now, cost, asked) : std::nullopt)
      return wait;
    // The last that may refuse takes its part in the same step; the other two are known to have enough.
    if (const Wait wait = site_.addresses.refuse(subscriber_.origin().address, now, cost, asked)) return wait;
    if (user) (void)site_.users.refuse(user->id, now, cost, asked);
    return messages_.refuse(now, cost, asked);
  }

  NetContext& site_;
  const Subscriber& subscriber_;
  TokenBucket messages_;
  TokenBucket refusals_;
  FrameCounter counter_;
  std::size_t unpaid_frames_ = 0;  // Frames since the last message or payment.
};

}  // namespace server
