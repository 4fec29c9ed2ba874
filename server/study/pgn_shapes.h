#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/protocol/study_messages.h"

/// Shapes as programs of chess keep them in the comments of PGN: [%csl Gh2,Re4][%cal Gh2e2].
namespace server::study {

/// Takes such commands off the comment; those that are not understood stay in it.
std::vector<protocol::Shape> take_shapes(std::string& comment);

/// Both commands, or nothing. Labels have none.
std::string shape_commands(const std::vector<protocol::Shape>& shapes);

}  // namespace server::study
