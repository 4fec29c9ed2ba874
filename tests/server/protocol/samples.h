#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/protocol/codec.h"

namespace server::protocol {

/// A message under the name that it has in tests/protocol/samples.
template <class Message>
struct Sample {
  std::string name;
  Message message;
  std::optional<std::int64_t> id;
};

/// What tests/protocol/samples/client_messages.json says, as the server should understand it.
std::vector<Sample<ClientMessage>> client_samples();

/// What the server should write to tests/protocol/samples/server_messages.json.
std::vector<Sample<ServerMessage>> server_samples();
/// What studies bring: of the clients' and, from study_messages.json, of the server's.
std::vector<Sample<ClientMessage>> study_client_samples();
std::vector<Sample<ServerMessage>> study_server_samples();
/// A chapter with something of everything.
Chapter sample_chapter();
/// Part of them: what only openings bring.
std::vector<Sample<ServerMessage>> opening_samples();

}  // namespace server::protocol
