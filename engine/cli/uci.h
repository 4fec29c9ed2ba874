#pragma once

#include <iosfwd>
#include <string>

namespace engine::cli {

/// Universal Chess Interface, with UCI_Variant for the game. `first` is the line that opened the
/// conversation. The search runs on a thread of its own; input is read all the while. At the end of input a
/// limited search is finished first, so that a script may pipe its commands in.
/// A position or option that is wrong is answered by "info string ..." and changes nothing. `out` is written
/// by whole lines, from both threads.
void speak_uci(const std::string& first, std::istream& in, std::ostream& out);

/// Universal Chinese Chess Protocol, UCI's older relative for Xiangqi: the same promises.
void speak_ucci(const std::string& first, std::istream& in, std::ostream& out);

}  // namespace engine::cli
