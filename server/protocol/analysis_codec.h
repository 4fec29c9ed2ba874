#pragma once

#include <string>

#include "server/protocol/json_reader.h"
#include "server/protocol/json_writer.h"
#include "server/protocol/messages.h"

/// The part of the codec for analysis_messages.h.
namespace server::protocol {

ClientMessage read_analysis(Fields& fields);
ClientMessage read_explore(Fields& fields);

void write_body(JsonWriter& json, const Analysis& analysis);
void write_body(JsonWriter& json, const Hint& hint);
void write_body(JsonWriter& json, const Thought& thought);
void write_body(JsonWriter& json, const Explored& explored);

/// The document of the HTTP API.
std::string analysis_json(const Analysis& analysis);

}  // namespace server::protocol
