#pragma once

#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"

/// DHJHtmlXQ, what the sites of Guangdong (打虎将) exchange: text, the fields of DhtmlXQ by numbers, ranks
/// from red's side, the position as 90 letters. Described by vschess. It is rewritten as DhtmlXQ and read by
/// read_dhtmlxq(): what that keeps is kept.
namespace server {

/// Never empty.
std::vector<std::string_view> split_dhj(std::string_view text);
ReadTree read_dhj(std::string_view text, int first_line = 1);

}  // namespace server
