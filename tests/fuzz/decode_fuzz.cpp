#include "server/protocol/codec.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"

/// What a client may send as one message, whatever it is: it is read or it is refused with a reason that can
/// be sent back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace protocol = server::protocol;
  const auto request = protocol::decode(Input(data, size).rest());
  if (request) return 0;
  const protocol::BadRequest& bad = request.error();
  EXPECT(!bad.error.message.empty());
  // What it quotes of the text must not break out of the answer: of each of our answers the reader of JSON
  // makes an object.
  const std::string answer = protocol::encode(bad.error, bad.id);
  const auto again = protocol::decode(answer);
  EXPECT(!again && again.error().error.code == protocol::ErrorCode::unknown_type);
  return 0;
}
