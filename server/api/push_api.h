#pragma once

#include <string>

#include "server/api/router.h"
#include "server/push/endpoint.h"

namespace server {

class RecordQueue;

/// Browsers that take push messages: one of each session of an account. Network thread only; keys are checked
/// by the pool.
class PushApi {
 public:
  /// What one account may have; the oldest beyond them end.
  static constexpr int kMost = 5;

  /// `records` outlive this. `public_key` of the server: push::PrivateKey::point().
  PushApi(RecordQueue& records, const std::string& public_key, push::PushServices services);

  void mount(Router& router);

 private:
  template <class Read>
  void write_what(const HttpRequest& request, Respond respond, Read read);
  void subscribe(const HttpRequest& request, Respond respond);
  void unsubscribe(const HttpRequest& request, Respond respond);
  void change_settings(const HttpRequest& request, Respond respond);
  void show(const HttpRequest& request, Respond respond);

  RecordQueue& records_;
  const std::string key_json_;
  const push::PushServices services_;
};

}  // namespace server
