#pragma once

#include <iosfwd>
#include <string>

namespace engine::cli {

/// Universal Chess Interface, with UCI_Variant for the game. `first` is the line that opened the
/// conversation. The search runs on a thread of its own; input is read all the while. At the end of input a
/// limited search is finished first, so that a script may pipe its commands in.
void speak_uci(const std::string& first, std::istream& in, std::ostream& out);

/// Universal Chinese Chess Protocol, UCI's older relative for Xiangqi: the same promises.
void speak_ucci(const std::string& first, std::istream& in, std::ostream& out);

}  // namespace engine::cli
