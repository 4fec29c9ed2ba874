#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/load/loop.h"

namespace load {

/// Where to, and from which 127.0.0.`source`: several sources are several addresses to the server, and one
/// address has only 28,000 ports.
struct Route {
  std::uint16_t port = 0;
  int source = 1;
  std::string path = "/ws";
  int receive_buffer = 0;  ///< What the kernel keeps for us, in bytes; 0: what it likes.
};

/// A WebSocket client on a non-blocking socket, with a codec of its own: it costs little, and cannot share a
/// mistake with the server's.
class Connection : Loop::Handler {
 public:
  class Owner {
   public:
    virtual void opened() = 0;
    /// A whole message, valid during the call. The connection must not be destroyed in it.
    virtual void received(std::string_view message) = 0;
    /// By the server, or because of what it sent; called once, and never for one's own close.
    virtual void closed(const std::string& why) = 0;

   protected:
    ~Owner() = default;
  };

  /// Begins to connect. Throws std::runtime_error when this machine refuses (no descriptor, no port).
  Connection(Loop& loop, const Route& route, Owner& owner);
  /// Without a close frame, as when a phone loses its network.
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool open() const { return state_ == State::open; }
  /// @pre open()
  void send(std::string_view text) { send_frame(kText, text); }
  void send_binary(std::string_view bytes) { send_frame(kBinary, bytes); }
  /// From now on nothing is read: the server's queue for this client grows.
  void stop_reading();
  void go_on_reading();

 private:
  enum class State { connecting, upgrading, open, closed };
  enum Opcode { kContinuation = 0, kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };

  void ready(std::uint32_t events) override;
  void connected();
  void read();
  /// Takes whole frames, and gives how many bytes they had.
  std::size_t take(std::string_view bytes);
  std::size_t take_upgrade(std::string_view bytes);
  std::size_t take_frame(std::string_view bytes);
  void take_control(int opcode, std::string_view payload);
  void send_frame(int opcode, std::string_view payload);
  void write(std::string_view bytes);
  void flush();
  void watch();
  void fail(const std::string& why);

  Loop& loop_;
  Owner& owner_;
  const Route route_;
  int descriptor_;
  State state_ = State::connecting;
  bool reading_ = true;
  bool waits_ = true;  // For the kernel to take more.
  std::string in_;     // The beginning of a frame.
  std::string out_;    // What the kernel has not taken yet.
};

}  // namespace load
