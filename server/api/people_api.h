#pragma once

#include "server/api/router.h"

namespace server {

class RecordQueue;

/// What is public of accounts: profiles, the curves of their ratings, leaderboards. Network thread
/// only.
class PeopleApi {
 public:
  explicit PeopleApi(RecordQueue& records) : records_(records) {}

  void mount(Router& router);

 private:
  template <class Tell>
  void answer_of_player(const HttpRequest& request, Cost cost, const std::string& name, Respond respond,
                        Tell tell);
  void show_player(const HttpRequest& request, const std::string& name, Respond respond);
  void show_results(const HttpRequest& request, const std::string& name, Respond respond);
  void show_tournaments(const HttpRequest& request, const std::string& name, Respond respond);
  void show_history(const HttpRequest& request, const std::string& name, Respond respond);
  void show_leaders(const HttpRequest& request, const std::string& game, Respond respond);

  RecordQueue& records_;
};

}  // namespace server
