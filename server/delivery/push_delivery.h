#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/push/endpoint.h"

namespace server {

/// What a push service is asked to pass on.
struct PushRequest {
  push::Endpoint to;
  std::string authorization;  ///< Header of this name.
  std::string topic;          ///< Likewise.
  std::chrono::seconds life{0};
  std::string body;  ///< In `aes128gcm`.
};

/// What became of it.
struct PushOutcome {
  int status = 0;                       ///< Of HTTP; 0: there was no answer.
  std::chrono::seconds retry_after{0};  ///< As the service says; 0: it does not.
  bool is_known = true;                 ///< False: the request was sent, and its answer is not known.
  std::string why{};                    ///< Without an answer: what failed.
};

/// One message on its way to a push service, over one connection (RFC 8030, HTTP/1.1, TLS). The certificate
/// has to be of the host. Redirections are not followed, of an answer the head alone is read. All on the
/// thread of the executor; callbacks are made from it, never within a call of a member.
class PushDelivery {
 public:
  using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;
  /// Gives the addresses of a host that may be called: none if there are none. May answer within the call.
  using LookUp = std::function<void(const std::string& host, std::function<void(Endpoints)>)>;

  struct Callbacks {
    /// The connection stands, and nothing has been sent.
    std::function<void()> ready;
    std::function<void(const PushOutcome&)> done;  ///< Once, the last call.
  };

  /// `tls` outlives this. After `patience` it is over in any case.
  PushDelivery(const boost::asio::io_context::executor_type& executor, boost::asio::ssl::context& tls,
               LookUp look_up, PushRequest request, std::chrono::milliseconds patience, Callbacks callbacks);
  /// No callback is made any more.
  ~PushDelivery();
  PushDelivery(const PushDelivery&) = delete;
  PushDelivery& operator=(const PushDelivery&) = delete;

  /// Once, after `ready`.
  void send();

 private:
  class Attempt;
  std::shared_ptr<Attempt> attempt_;
};

}  // namespace server
