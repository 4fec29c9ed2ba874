#pragma once

#include <functional>
#include <string>
#include <utility>

#include "server/api/router.h"
#include "server/identity/blocks.h"
#include "storage/store.h"

namespace server {

class RecordQueue;
namespace protocol {
class Fields;
}

/// Whom an account follows and blocks, and by whom it lets itself be challenged. A block holds at once for
/// those who are here. Network thread only.
class RelationApi {
 public:
  /// What one account may have of each kind.
  static constexpr int kMost = 200;

  /// Whether an account (User::id) is here, or at another server.
  using IsOnline = std::function<bool(const std::string& user)>;
  /// What concerns these two has been written: challenges may have ended.
  using Changed = std::function<void(const std::string& user, const std::string& other)>;

  /// All outlive this.
  RelationApi(RecordQueue& records, Blocks& blocks, IsOnline is_online, Changed changed)
      : records_(records), blocks_(blocks), is_online_(std::move(is_online)), changed_(std::move(changed)) {}

  void mount(Router& router);

 private:
  /// What is asked for: that a relation of this kind begins, or ends.
  struct Wish {
    std::string kind;
    bool begins = false;
  };
  void list(const HttpRequest& request, Respond respond);
  /// Changes what `read_change` makes of the fields of the body.
  void change_own(const HttpRequest& request,
                  storage::Write (*read_change)(const std::string& user, protocol::Fields& fields),
                  Respond respond);
  void change(const HttpRequest& request, const std::string& name, const Wish& wish, Respond respond);
  void write(const std::string& user, const std::string& other, const Wish& wish, Respond respond);
  void note_block(const std::string& user, const std::string& other, bool begins);

  RecordQueue& records_;
  Blocks& blocks_;
  const IsOnline is_online_;
  const Changed changed_;
};

}  // namespace server
