#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "server/api/http_message.h"
#include "server/formats/zip_writer.h"

namespace server {

struct PlayedGame;

/// Files of one format as one answer: texts one after another, JSON documents as an array, binary files in a
/// zip. One thread at a time: of the pool while files are added, then of the network.
class JoinedFile {
 public:
  /// @param format "json", or one of game_formats()
  /// @param is_single no other is asked for: a binary file stays as it is, not in a zip
  explicit JoinedFile(std::string format, bool is_single = false);

  /// @param name without its end, of a file in a zip, where each has its own
  void add(std::string_view name, std::string_view file);
  /// One that cannot be written so: the answer says how many in `X-Left-Out`.
  void leave_out() { ++left_out_; }
  /// So far: for a bound between two files. Beyond any where a zip may have no more files: what comes then is
  /// left out.
  bool is_beyond(std::size_t bytes) const { return is_full_ || body_.size() + zip_.bytes() > bytes; }
  bool empty() const { return !is_beyond(0); }
  /// Once: takes what was added. Without any an empty list, an empty text or a zip without files.
  /// @param name of the file, without its end
  HttpResponse finish(const std::string& name);

 private:
  bool is_json() const { return format_ == "json"; }

  std::string format_;
  bool is_zip_;
  bool is_full_ = false;
  std::size_t left_out_ = 0;
  std::string_view type_;
  std::string body_;
  ZipWriter zip_;
};

/// "17-Lin-Mei".
std::string name_in_zip(std::size_t number, const PlayedGame& game);

}  // namespace server
