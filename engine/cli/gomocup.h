#pragma once

#include <iosfwd>
#include <string>

namespace engine::cli {

/// The protocol of Gomocup's programs, for Gomoku (Piskvork's "protocol 2", 2023). `first` is the line that
/// opened the conversation. Each command is answered before the next is read; nothing is thought about on the
/// opponent's time.
void speak_gomocup(const std::string& first, std::istream& in, std::ostream& out);
/// The same from the first line of `in` on.
/// For pbrain-sanqi, which speaks nothing else.
void speak_gomocup(std::istream& in, std::ostream& out);

}  // namespace engine::cli
