#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/base/metrics.h"
#include "server/delivery/mail_command.h"
#include "server/delivery/mail_message.h"
#include "server/protocol/time.h"
#include "server/records/record_queue.h"

namespace server {

/// Gives mail to the operator's command, one at a time, on a thread of its own ("mail"), which reads by a
/// connection of its own and writes by the record thread.
///
/// A digest is claimed in the records before its command runs: of servers that share them one sends it, and
/// one whose server is killed meanwhile is not sent again. Mail that confirms an address is known to this
/// server alone, for its code is stored nowhere: it ends with the server.
class MailSender {
 public:
  using Executor = boost::asio::io_context::executor_type;

  struct Options {
    std::vector<std::string> command;
    MailStationery stationery{};
    std::function<TimePoint()> now = server_now;         ///< Any thread.
    std::chrono::milliseconds every{60'000};             ///< Between two looks at what is due.
    std::chrono::milliseconds patience{30'000};          ///< For one command.
    std::chrono::milliseconds rest{3'600'000};           ///< Of a digest that is to be tried again.
    std::chrono::milliseconds confirming_rest{300'000};  ///< Of a confirmation.
  };

  /// How often one mail is tried.
  static constexpr int kMostTries = 4;
  /// Digests that are read at a look, the longest due ones.
  static constexpr int kMostRead = 100;
  /// Confirmations that wait; those beyond them are lost.
  static constexpr std::size_t kMostWaiting = 1'000;

  /// What it is given outlives it.
  MailSender(storage::Store& store, RecordQueue& records, Executor network, Metrics& metrics,
             Options options);
  /// A command that runs is killed: it takes some tenths of a second at most.
  ~MailSender();
  MailSender(const MailSender&) = delete;
  MailSender& operator=(const MailSender&) = delete;

  /// Writes to the address that this code confirms (storage::AskForMail). Where there is none any more, or
  /// the mail does not leave, `unsent` is written. Any thread.
  void confirm(std::string code, storage::MailNotSent unsent);

 private:
  class Core;
  std::unique_ptr<Core> core_;
  std::jthread thread_;
};

}  // namespace server
