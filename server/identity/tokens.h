#pragma once

#include <string>
#include <string_view>

/// Random texts that must not be guessed, from the system's own source. Safe from any thread.
namespace server {

/// 43 letters and digits, 256 bits: a bearer secret of a user or of a seat.
std::string new_token();

/// What is stored of a token, in hex: BLAKE2b with 256 bits. A random token needs no salt and no slow hash.
std::string hash_token(std::string_view token);

/// 8 letters and digits, 47 bits: the public name of a game.
std::string new_game_id();

/// "g_" and 10 letters and digits, 59 bits.
std::string new_guest_id();
/// Whether it looks like one.
bool is_user_id(std::string_view text);

/// 5 capital letters and digits that are not confused when read aloud: 9.8 million codes.
std::string new_room_code();

}  // namespace server
