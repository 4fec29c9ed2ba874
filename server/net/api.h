#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/net/assets.h"
#include "server/net/http_message.h"
#include "storage/record.h"

namespace server {

class Metrics;
class RecordQueue;

/// Everything that is asked for by GET: the API, the pages and their files. Network thread only.
class Api {
 public:
  struct Options {
    std::string server_name = "Sanqi";
    std::string public_url{};     ///< Of links in QR codes; empty: as the client calls us.
    bool public_metrics = false;  ///< Else they are for this machine alone.
  };

  Api(RecordQueue& records, Metrics& metrics, const Assets& assets, Options options);

  void serve(const HttpRequest& request, Respond respond);
  /// From now on /readyz says no.
  void drain() { draining_ = true; }

 private:
  using Parts = std::vector<std::string_view>;

  void serve_api(const HttpRequest& request, const Parts& parts, Respond respond);
  void serve_page(const HttpRequest& request, const Parts& parts, const Respond& respond) const;
  void say_ready(Respond respond);
  HttpResponse show_metrics(const HttpRequest& request) const;
  HttpResponse show_server() const;
  void list_games(const HttpRequest& request, Respond respond);
  void show_game(std::string id, Respond respond);
  void export_game(std::string id, std::string format, Respond respond);
  HttpResponse show_qr(const HttpRequest& request, std::string_view file) const;

  RecordQueue& records_;
  Metrics& metrics_;
  const Assets& assets_;
  const Options options_;
  bool draining_ = false;
};

}  // namespace server
