#pragma once

#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// DHJHtmlXQ, the fields of the sites of Guangdong (打虎将): those of DhtmlXQ by numbers, ranks from red's
/// side.
namespace server {

std::vector<std::string_view> split_dhj(std::string_view text);
ReadTree read_dhj(std::string_view text, int first_line = 1);

}  // namespace server
