#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/storage/temporary_folder.h"

/// Stands between a client and a PostgreSQL, and breaks connections at the moments that matter.
class CuttingProxy {
 public:
  enum class Cut {
    nowhere,
    before_statements,  ///< Nothing of what the client says arrives, until release() if somebody calls that.
    before_commit_answer,  ///< The database has committed; the client hears everything but that.
    before_all_answers,    ///< The database has committed; the client hears nothing.
  };

  /// @param server the folder with the socket of the PostgreSQL
  explicit CuttingProxy(const std::string& server);
  ~CuttingProxy();
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  /// With a socket by the same name.
  std::string folder() const { return folder_ / ""; }
  /// The next time that the client says something its connection is cut, and only then. With `away` nobody
  /// can connect afterwards.
  void cut(Cut cut, bool away = false);
  void come_back() { away_ = false; }
  /// What was held back before a cut reaches the server after all. @post the server has answered it, or hung
  /// up
  void release();

 private:
  void accept_all();
  void serve(int client);

  const std::string server_;
  TemporaryFolder folder_;
  int listener_ = -1;
  std::atomic<Cut> wanted_ = Cut::nowhere;
  std::atomic<bool> away_ = false;
  std::atomic<bool> away_after_ = false;
  std::atomic<bool> closing_ = false;
  std::mutex mutex_;  // Guards what follows.
  std::vector<std::thread> threads_;
  int held_server_ = -1;
  std::string held_;
  std::thread acceptor_;
};
