#pragma once

#include <functional>
#include <string>

#include "server/api/router.h"
#include "server/base/address_limits.h"
#include "storage/mail.h"

namespace server {

class RecordQueue;

/// Where accounts are written to by mail (storage/mail.h): asked for and ended by them, confirmed and stopped
/// by codes that the mail brings, without a session. Network thread only.
class MailApi {
 public:
  /// Mails that confirm an address, asked for from an address: a school shares one.
  static constexpr Rate kAsks{.count = 20, .per = std::chrono::hours(1)};

  /// Writes to the address that this code confirms, or else `unsent` into the records; empty: no mail is sent
  /// here.
  using Send = std::function<void(std::string code, storage::MailNotSent unsent)>;

  /// @pre `records` outlive this
  MailApi(RecordQueue& records, Send send) : records_(records), send_(std::move(send)) {}

  void mount(Router& router);

 private:
  void show(const HttpRequest& request, Respond respond);
  void ask(const HttpRequest& request, Respond respond);
  void end(const HttpRequest& request, Respond respond);
  void confirm(const HttpRequest& request, Respond respond);
  void stop(const HttpRequest& request, Respond respond);

  RecordQueue& records_;
  const Send send_;
  AddressBuckets asks_{kAsks};
};

}  // namespace server
