#include "server/net/gathering_socket.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

namespace server {
namespace {

namespace asio = boost::asio;
using Error = boost::system::error_code;

/// Both ends of a connection.
class GatheringSocketTest : public testing::Test {
 protected:
  GatheringSocketTest() {
    socket_.when_written([this] { ++wishes_; });
  }

  TcpSocket accepted() {
    asio::ip::tcp::acceptor acceptor(io_, {asio::ip::make_address("127.0.0.1"), 0});
    peer_.connect(acceptor.local_endpoint());
    TcpSocket socket(io_);
    acceptor.accept(socket);
    // Else the kernel's buffer grows to as much as the system lets it: on some all that the tests write.
    socket.set_option(asio::socket_base::send_buffer_size(256 << 10));
    return socket;
  }
  void write(std::string_view text) { socket_.write_some(asio::buffer(text)); }
  void flush() {
    Error error;
    socket_.flush(error);
    EXPECT_FALSE(error) << error;
  }
  std::string read(std::size_t bytes) {
    std::string text(bytes, '\0');
    asio::read(peer_, asio::buffer(text));
    return text;
  }

  asio::io_context io_{1};
  asio::ip::tcp::socket peer_{io_};
  GatheringSocket socket_{accepted()};
  int wishes_ = 0;
};

TEST_F(GatheringSocketTest, SendsWhatWasWrittenWithTheFlush) {
  write("an answer, ");
  write("an event");
  EXPECT_EQ(wishes_, 2);
  EXPECT_EQ(peer_.available(), 0u);
  EXPECT_EQ(socket_.waiting(), 19u);
  flush();
  EXPECT_EQ(socket_.waiting(), 0u);
  EXPECT_EQ(read(19), "an answer, an event");
  flush();  // Nothing has gathered.
  EXPECT_EQ(peer_.available(), 0u);
}

TEST_F(GatheringSocketTest, AsynchronousWritesGatherToo) {
  std::size_t written = 0;
  asio::async_write(socket_, asio::buffer("pong", 4), [&](Error error, std::size_t bytes) {
    EXPECT_FALSE(error);
    written = bytes;
  });
  EXPECT_EQ(socket_.waiting(), 4u);
  EXPECT_EQ(written, 0u) << "never inside the call";
  io_.run();
  EXPECT_EQ(written, 4u);
  EXPECT_EQ(peer_.available(), 0u);
}

TEST_F(GatheringSocketTest, KeepsInOrderWhatTheKernelDoesNotTake) {
  std::string all;
  for (int i = 0; i < 4'000'000; ++i) all += static_cast<char>('a' + i % 26);
  write(all);
  flush();
  EXPECT_GT(socket_.waiting(), 0u) << "the peer does not read yet";
  write("end");
  all += "end";
  std::string heard;
  while (heard.size() < all.size()) {
    flush();
    if (peer_.available() == 0) continue;
    heard += read(peer_.available());
  }
  EXPECT_TRUE(heard == all);
  EXPECT_EQ(socket_.waiting(), 0u);
}

TEST_F(GatheringSocketTest, TellsWhenThePeerIsGone) {
  peer_.set_option(asio::socket_base::linger(true, 0));
  peer_.close();
  Error error;
  for (int i = 0; i < 100 && !error; ++i) {  // The news may take its time.
    write("hello?");
    socket_.flush(error);
  }
  EXPECT_TRUE(error);
}

TEST_F(GatheringSocketTest, MessagesAreFramesAroundASharedText) {
  const auto text = std::make_shared<const std::string>("{}");
  const auto longer = std::make_shared<const std::string>(std::string(126, 'm'));
  const auto longest = std::make_shared<const std::string>(std::string(65'536, 'l'));
  for (const auto& one : {text, longer, longest}) socket_.write_message(one);
  EXPECT_EQ(text.use_count(), 2) << "not a copy";
  EXPECT_EQ(socket_.pieces(), 3u);
  EXPECT_EQ(socket_.waiting(), 2u + 2 + 4 + 126 + 10 + 65'536);
  flush();
  EXPECT_EQ(read(4), std::string("\x81\x02{}"));
  EXPECT_EQ(read(4 + 126), std::string("\x81\x7e\x00\x7e", 4) + *longer);
  EXPECT_EQ(read(10 + 65'536), std::string("\x81\x7f\0\0\0\0\0\x01\0\0", 10) + *longest);
  EXPECT_EQ(text.use_count(), 1) << "nor kept";
}

TEST_F(GatheringSocketTest, KeepsWholeFramesWhenItDiscards) {
  const auto first = std::make_shared<const std::string>(std::string(8'000'000, 'x'));
  socket_.write_message(first);
  flush();
  ASSERT_GT(socket_.waiting(), 0u) << "the peer does not read yet";
  for (int i = 0; i < 100; ++i) socket_.write_message(std::make_shared<const std::string>("unwanted"));
  socket_.discard();
  EXPECT_EQ(socket_.pieces(), 1u) << "of the first the peer has a part";
  socket_.write_message(std::make_shared<const std::string>("bye"));
  std::string all;
  while (socket_.waiting() > 0) {
    all += read(peer_.available());
    flush();
  }
  all += read(10 + first->size() + 2 + 3 - all.size());
  EXPECT_EQ(peer_.available(), 0u);
  EXPECT_EQ(all.substr(all.size() - 5), std::string("\x81\x03") + "bye");
}

TEST_F(GatheringSocketTest, SendsMoreFramesThanOneCallTakes) {
  for (int i = 0; i < 200; ++i) socket_.write_message(std::make_shared<const std::string>("m"));
  flush();
  EXPECT_EQ(socket_.waiting(), 0u);
  EXPECT_EQ(read(600).substr(597), "\x81\x01m");
}

}  // namespace
}  // namespace server
