#pragma once

#include <string>
#include <vector>

#include "server/protocol/study_messages.h"

/// Shapes as programs of chess, lichess first, keep them in the comments of PGN: [%csl Gh2,Re4] marks points,
/// [%cal Gh2e2] draws arrows; G, R, B and Y are green, red, blue and yellow. Other commands ([%clk], [%eval])
/// are not touched.
namespace server::study {

/// Takes such commands off the comment; those that are not understood stay in it.
/// A command with one bad shape is not understood as a whole. O(length). Points are not looked up on a board.
std::vector<protocol::Shape> take_shapes(std::string& comment);

/// Both commands, or nothing. Labels have none.
std::string shape_commands(const std::vector<protocol::Shape>& shapes);

}  // namespace server::study
