#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>

namespace server::bridge {

/// For connections to a server whose certificate one of the system's authorities has signed; any other fails
/// its handshake. Throws boost::system::system_error where the authorities cannot be read. Several
/// connections may share one; it is not changed any more.
inline std::shared_ptr<boost::asio::ssl::context> tls_context() {
  auto context = std::make_shared<boost::asio::ssl::context>(boost::asio::ssl::context::tls_client);
  context->set_default_verify_paths();
  context->set_verify_mode(boost::asio::ssl::verify_peer);
  return context;
}

}  // namespace server::bridge
