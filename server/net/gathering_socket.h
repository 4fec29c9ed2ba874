#pragma once

#include <boost/asio/append.hpp>
#include <boost/asio/associator.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "server/net/tcp_socket.h"

namespace server {

/// The handler of a read, and who looks at the bytes on their way to it.
template <class Handler>
struct WatchedRead {
  const std::function<void(std::string_view)>& watch;
  boost::asio::mutable_buffer into;
  Handler handler;

  void operator()(boost::system::error_code error, std::size_t size) {
    if (size > 0) watch({static_cast<const char*>(into.data()), size});
    handler(error, size);
  }
};

/// A TCP socket that gathers what is written: each frame of a WebSocket is a write of its own, and each of
/// them would be a system call, the dearest part of a move. Here writing takes no time and never fails; what
/// has gathered goes out in one piece with flush(). Beast's stream writes its own frames (pongs, the close)
/// through it too, so none ever cuts into another. Network thread only.
class GatheringSocket {
 public:
  using next_layer_type = TcpSocket;
  using executor_type = TcpSocket::executor_type;
  using Error = boost::system::error_code;

  explicit GatheringSocket(TcpSocket socket) : socket_(std::move(socket)) {
    Error vanished;
    socket_.non_blocking(true, vanished);
  }

  executor_type get_executor() { return socket_.get_executor(); }
  TcpSocket& next_layer() { return socket_; }
  const TcpSocket& next_layer() const { return socket_; }

  /// Called at every write: flush() is wanted before long.
  void when_written(std::function<void()> want_flush) { want_flush_ = std::move(want_flush); }
  /// Called with everything that is read, before anybody else sees it.
  void when_read(std::function<void(std::string_view bytes)> watch) { watch_ = std::move(watch); }
  /// Bytes that the kernel does not have yet.
  std::size_t waiting() const { return gathered_.size() - sent_; }

  /// Gives the kernel what it will take now.
  void flush(Error& error) {
    if (waiting() == 0) return;
    sent_ += socket_.write_some(boost::asio::buffer(gathered_.data() + sent_, waiting()), error);
    if (error == boost::asio::error::would_block) error = {};
    if (waiting() > 0) return;
    gathered_ = {};  // With its memory: most connections are idle most of the time.
    sent_ = 0;
  }

  // What the streams above ask for.

  template <class Buffers>
  std::size_t write_some(const Buffers& buffers) {
    const std::size_t before = gathered_.size(), size = boost::asio::buffer_size(buffers);
    gathered_.resize(before + size);
    boost::asio::buffer_copy(boost::asio::buffer(gathered_.data() + before, size), buffers);
    want_flush_();
    return size;
  }
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers, Error& error) {
    error = {};
    return write_some(buffers);
  }
  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    const std::size_t size = write_some(buffers);
    boost::asio::post(get_executor(), boost::asio::append(std::forward<Handler>(handler), Error(), size));
  }
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers) {
    return socket_.read_some(buffers);
  }
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers, Error& error) {
    return socket_.read_some(buffers, error);
  }
  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    const boost::asio::mutable_buffer into = *boost::asio::buffer_sequence_begin(buffers);
    socket_.async_read_some(into,
                            WatchedRead<std::decay_t<Handler>>{watch_, into, std::forward<Handler>(handler)});
  }

 private:
  TcpSocket socket_;
  std::function<void(std::string_view)> watch_ = [](std::string_view) {};
  std::function<void()> want_flush_ = [] {};
  std::string gathered_;
  std::size_t sent_ = 0;  // Bytes of its beginning.
};

}  // namespace server

// Executor, allocator and cancellation are those of the handler within.
template <template <class, class> class Associator, class Handler, class Default>
struct boost::asio::associator<Associator, server::WatchedRead<Handler>, Default>
    : Associator<Handler, Default> {
  static auto get(const server::WatchedRead<Handler>& read) noexcept {
    return Associator<Handler, Default>::get(read.handler);
  }
  static auto get(const server::WatchedRead<Handler>& read, const Default& other) noexcept {
    return Associator<Handler, Default>::get(read.handler, other);
  }
};
