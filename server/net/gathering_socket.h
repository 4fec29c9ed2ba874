#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/append.hpp>
#include <boost/asio/associator.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "server/net/tcp_socket.h"

namespace server {

/// The handler of a read, and what looks at the bytes on their way to it.
template <class Handler>
struct WatchedRead {
  const std::function<void(std::string_view)>& watch;  ///< Outlives the read.
  boost::asio::mutable_buffer into;  ///< Where the bytes come to lie; belongs to the reader above.
  Handler handler;

  void operator()(boost::system::error_code error, std::size_t size) {
    // Before the handler: the stream above may write or close while it handles them, and the count must be
    // known by then.
    if (size > 0) watch({static_cast<const char*>(into.data()), size});
    handler(error, size);
  }
};

/// A TCP socket that gathers what is written: each frame of a WebSocket is a write of its own, and each of
/// them would be a system call, the most expensive part of a move. Here writing takes no time and never
/// fails; what has gathered goes out in one piece with flush(). Messages are not copied: all connections send
/// the same text from where it lies. Beast's stream writes its own frames (pongs, the close) through it too,
/// so none ever cuts into another. Network thread only.
///
/// It stands between Beast's websocket::stream and the TCP socket, and so bears the functions of a stream of
/// Asio at its end. Order is kept: a frame of ours and one of Beast's leave as they were written. The bound
/// on what gathers is the owner's (WebSocketSession::gather()); this class has none.
class GatheringSocket {
 public:
  using next_layer_type = TcpSocket;
  using executor_type = TcpSocket::executor_type;
  using Error = boost::system::error_code;
  using Text = std::shared_ptr<const std::string>;

  /// Makes the socket non-blocking. It fails only if the connection is already gone; then the first read says
  /// so.
  explicit GatheringSocket(TcpSocket socket) : socket_(std::move(socket)) {
    Error vanished;
    socket_.non_blocking(true, vanished);
  }

  executor_type get_executor() { return socket_.get_executor(); }
  TcpSocket& next_layer() { return socket_; }
  const TcpSocket& next_layer() const { return socket_; }

  /// Called when the stream above writes a frame of its own: flush() is wanted before long.
  void when_written(std::function<void()> want_flush) { want_flush_ = std::move(want_flush); }
  /// Called with everything that is read, before the stream sees it.
  void when_read(std::function<void(std::string_view bytes)> watch) { watch_ = std::move(watch); }
  /// Bytes that the kernel does not have yet.
  std::size_t waiting() const { return waiting_; }
  /// Writes of which it does not have the last byte.
  std::size_t pieces() const { return pieces_.size(); }

  /// Writes `text` as one unmasked text frame (RFC 6455, 5.2). The caller sees to it that flush() follows.
  /// One allocation at most (the list of pieces); `text` stays alive until its last byte is with the kernel.
  /// A server does not mask (RFC 6455, 5.1).
  void write_message(Text text) {
    Piece piece{.body = std::move(text)};
    const std::size_t size = piece.body->size();
    const auto put = [&piece](std::size_t byte) {
      piece.head[piece.head_size++] = static_cast<std::uint8_t>(byte);
    };
    put(0x81);  // The last frame of its message; text.
    put(size < 126 ? size : size <= 0xFFFF ? 126 : 127);
    const int length_bytes = size < 126 ? 0 : size <= 0xFFFF ? 2 : 8;
    for (int shift = 8 * (length_bytes - 1); shift >= 0; shift -= 8) put(size >> shift);
    append(std::move(piece));
  }

  /// Gives the kernel what it will take now.
  /// Never blocks. What the kernel does not take stays for the next call; `error` is set only when the
  /// connection has failed. One system call for up to 64 buffers, that is 32 frames.
  void flush(Error& error) {
    error = {};
    while (waiting_ > 0 && !error) sent(socket_.write_some(next_buffers(), error));
    if (error == boost::asio::error::would_block) error = {};
  }

  /// The same; `go_on(error)` is called once the kernel takes more, if something is left. Of failures nothing
  /// is said: reading fails too.
  /// At most one wait may be under way: callers do not flush while blocked_since() is set.
  template <class Handler>
  void flush_or_wait(Handler go_on) {
    Error error;
    flush(error);
    blocked_since_.reset();
    if (error || waiting_ == 0) return;
    blocked_since_ = std::chrono::steady_clock::now();
    socket_.async_wait(TcpSocket::wait_write, std::move(go_on));
  }
  /// Since when the kernel has taken nothing; none: it takes what it gets.
  const std::optional<std::chrono::steady_clock::time_point>& blocked_since() const { return blocked_since_; }

  /// Forgets what has gathered, but for a piece that the kernel has begun to take.
  /// That piece stays whole, for the client could read nothing after half a frame.
  void discard() {
    pieces_.resize(sent_ > 0 ? 1 : 0);
    waiting_ = sent_ > 0 ? pieces_.front().size() - sent_ : 0;
  }

  // They are what websocket::stream asks of the layer below it. A write succeeds at once, so that Beast never
  // has one under way when write_message() is called: frames cannot cut into each other.
  // What the streams above ask for.

  template <class Buffers>
  std::size_t write_some(const Buffers& buffers) {
    const std::size_t size = boost::asio::buffer_size(buffers);
    // Beast's own frames are few and short (at most 125 bytes of payload, RFC 6455, 5.5): a copy is cheap,
    // and Beast's buffer is free at once.
    std::string bytes(size, '\0');
    boost::asio::buffer_copy(boost::asio::buffer(bytes), buffers);
    append({.body = std::make_shared<const std::string>(std::move(bytes))});
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
    // Posted, not called: an initiating function must not call its handler itself.
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
    // Beast reads into one buffer. Of a sequence of several, only the first would be used, which a read may
    // do.
    const boost::asio::mutable_buffer into = *boost::asio::buffer_sequence_begin(buffers);
    socket_.async_read_some(into,
                            WatchedRead<std::decay_t<Handler>>{watch_, into, std::forward<Handler>(handler)});
  }

 private:
  /// A frame: its header, if it is one of ours, and what is in it.
  struct Piece {
    Text body;                            ///< Shared with all other connections that are sent the same.
    std::array<std::uint8_t, 10> head{};  ///< The longest header without a mask: 2 + 8 bytes.
    std::uint8_t head_size = 0;

    std::size_t size() const { return head_size + body->size(); }
  };
  /// What one system call takes; asio gives the kernel no more buffers at a time.
  struct Buffers {
    std::array<boost::asio::const_buffer, 64> all;
    std::size_t count = 0;

    const boost::asio::const_buffer* begin() const { return all.data(); }
    const boost::asio::const_buffer* end() const { return all.data() + count; }
    // `skipped` counts down what earlier calls have sent of the first piece.
    void add(const void* data, std::size_t size, std::size_t& skipped) {
      const std::size_t skip = std::min(skipped, size);
      skipped -= skip;
      if (skip < size) all[count++] = {static_cast<const char*>(data) + skip, size - skip};
    }
  };

  void append(Piece piece) {
    waiting_ += piece.size();
    pieces_.push_back(std::move(piece));
  }

  Buffers next_buffers() const {
    Buffers buffers;
    std::size_t skipped = sent_;
    for (const Piece& piece : pieces_) {
      // A piece takes two: stop before half of one would be left out.
      if (buffers.count + 2 > buffers.all.size()) break;
      buffers.add(piece.head.data(), piece.head_size, skipped);
      buffers.add(piece.body->data(), piece.body->size(), skipped);
    }
    return buffers;
  }

  // The kernel may stop anywhere within a piece. Then `sent_` is what it has of the first that is left.
  void sent(std::size_t bytes) {
    waiting_ -= bytes;
    auto whole = pieces_.begin();
    for (sent_ += bytes; whole != pieces_.end() && sent_ >= whole->size(); ++whole) sent_ -= whole->size();
    pieces_.erase(pieces_.begin(), whole);
    if (pieces_.empty()) pieces_ = {};  // With its memory: most connections are idle most of the time.
  }

  TcpSocket socket_;
  std::function<void(std::string_view)> watch_ = [](std::string_view) {};
  std::function<void()> want_flush_ = [] {};  // Does nothing until the owner says what.
  std::vector<Piece> pieces_;
  std::size_t sent_ = 0;     // Bytes of the first.
  std::size_t waiting_ = 0;  // Bytes that are not sent.
  std::optional<std::chrono::steady_clock::time_point> blocked_since_;
};

}  // namespace server

// Executor, allocator and cancellation are those of the handler within.
// Without this the handler of a read would run on the system's default executor, and its cancellation slot
// would be lost: stop_reading_ of the session could not end the read.
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
