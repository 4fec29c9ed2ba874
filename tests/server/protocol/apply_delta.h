#pragma once

#include <nlohmann/json.hpp>

namespace server::protocol {

/// The state after an event with `delta`, by the rules of docs/protocol.md, as a client reckons it: from the
/// JSON alone, so that a mistake of the server's own code cannot hide here.
nlohmann::json apply_delta(nlohmann::json state, const nlohmann::json& event);

}  // namespace server::protocol
