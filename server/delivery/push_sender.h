#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "server/delivery/push_delivery.h"
#include "server/push/p256.h"
#include "server/records/record_queue.h"

namespace server {

/// Brings the push messages of the records to the push services, on a thread of its own ("push"), which reads
/// by a connection of its own and writes by the record thread. Of servers that share the records one sends at
/// a time (storage::PushReader::due_pushes).
///
/// A message is sent until a push service has taken it, refuses it, or it expires. Right before its request
/// is written the records say so: when the server is killed then, nothing tells whether it was taken, and it
/// is sent once more, but never a third time.
///
/// Hosts take turns, and each has few places, so that one that is slow holds up its own messages alone; the
/// end of one delivery begins the next.
class PushSender {
 public:
  using Executor = boost::asio::io_context::executor_type;

  struct Options {
    std::string contact;  ///< push::is_contact()
    push::PushServices services{};
    /// Hosts among them that are reached there, and not by the DNS.
    std::map<std::string, boost::asio::ip::tcp::endpoint> fixed{};
    std::string
        authorities{};  ///< A file of certificates that are trusted besides the system's; empty: none.
    std::chrono::milliseconds every{1'000};      ///< Between two looks at what is due.
    std::chrono::milliseconds patience{10'000};  ///< For one message.
    std::chrono::milliseconds first_rest{
        5'000};                      ///< After a failure; four times as long after each that follows.
    PushDelivery::LookUp look_up{};  ///< Instead of the DNS and its public addresses.
  };

  /// At a time, in all and to one host.
  static constexpr std::size_t kMostAtOnce = 64, kMostOfHost = 8;
  /// How often a message may fail.
  static constexpr int kMostFailures = 7;

  /// What it is given outlives it. Throws where `authorities` cannot be read.
  PushSender(storage::Store& store, RecordQueue& records, Executor network, push::PrivateKey key,
             Options options);
  ~PushSender();
  PushSender(const PushSender&) = delete;
  PushSender& operator=(const PushSender&) = delete;

 private:
  class Core;
  std::shared_ptr<Core> core_;
  std::jthread thread_;
};

}  // namespace server
