#pragma once

#include <string>
#include <string_view>

#include "server/protocol/study_messages.h"

/// Texts of studies as they are kept.
namespace server::study {

/// Without control characters but line breaks, and without blanks around it.
std::string clean_text(std::string_view text);
/// With the blanks around it: a part of a text.
std::string without_controls(std::string_view text);
/// As clean_text(), on one line.
std::string clean_line(std::string_view text);
/// The first so many code points. @pre `text` is UTF-8
/// All of it where there are fewer.
std::string first_points(std::string_view text, std::size_t count);

/// Whether the text can be a point of a board: a letter and a number. Which there are is the board's to know.
/// Lower-case letter, one or two digits: "h8", "h10".
bool is_point(std::string_view text);
/// Whether a shape has its points, and a label only where one can stand.
bool is_shape(const protocol::Shape& shape);

}  // namespace server::study
