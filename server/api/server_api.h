#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/api/router.h"

namespace server {

class Metrics;
class RecordQueue;

/// What the server says of itself: health, metrics, its name, QR codes of its rooms and tournaments. Network
/// thread only.
class ServerApi {
 public:
  struct Options {
    std::string server_name = "Sanqi";
    std::string public_url{};  ///< Of links in QR codes; empty: as the client calls us.
    /// The addresses of this machine in local networks, the best first, for links that were asked for at
    /// localhost; none: no network.
    std::function<std::vector<std::string>()> lan_addresses{};
    bool public_metrics = false;  ///< Else they are for this machine and `metrics-reader`.
  };

  /// @pre both outlive it
  ServerApi(RecordQueue& records, Metrics& metrics, Options options);

  /// /healthz, /readyz, /metrics, /api/server, /api/qr/CODE.svg, /api/qr/tournaments/ID.svg.
  void mount(Router& router);
  /// From now on /readyz says no.
  void drain() { draining_ = true; }

 private:
  /// Ready means that a write to the store succeeded a second ago, not only that the process runs.
  void say_ready(Respond respond);
  HttpResponse readiness(bool writes) const;
  HttpResponse show_metrics(const HttpRequest& request) const;
  HttpResponse show_server(const HttpRequest& request) const;
  std::vector<std::string> reachable(const std::string& host) const;
  std::vector<std::string> urls_for(const HttpRequest& request) const;
  HttpResponse show_qr(const HttpRequest& request, std::string_view file) const;
  HttpResponse show_qr_of_tournament(const HttpRequest& request, std::string_view file) const;

  RecordQueue& records_;
  Metrics& metrics_;
  const Options options_;
  bool draining_ = false;

  // A question whether the server is ready makes it write, but so often and no more.
  static constexpr std::chrono::milliseconds kProbeInterval{1'000};
  std::optional<bool> writes_;  // Whether the last one succeeded; none: one is under way.
  std::chrono::steady_clock::time_point probed_{};
  std::vector<Respond> asking_;  // Of requests that wait for the one that is under way.
};

}  // namespace server
