#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include "engine/core/commit.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/run_handlers.h"
#include "server/base/shutdown_signal.h"
#include "server/base/toml_file.h"
#include "server/bots/bot_memory.h"
#include "server/bots/bot_pool.h"
#include "server/bots/engine_version.h"
#include "server/cluster/worker.h"
#include "storage/open_store.h"
#include "storage/tasks.h"

namespace server {
namespace {

struct Options {
  std::string database, name;
  unsigned threads = std::max(std::thread::hardware_concurrency(), 1u);
  std::size_t hash_mb = 32, bot_memory_mb = 0;
  std::string log_level = "info", log_format = "text";
};

/// As a server's: an operator, or systemd, waits for it.
constexpr std::chrono::milliseconds kLongestShutdown{4'500};

/// Of the machine and the process: what it is called is for people alone.
std::string default_name() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return std::string(host.data()) + ':' + std::to_string(::getpid());
}

std::string is_shared(const std::string& database) {
  return storage::is_postgres(database) ? "" : database + " is no postgresql://... address";
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("--database", options.database, "postgresql://USER@HOST/DATABASE of the servers")
      ->envname("SANQI_DATABASE")
      ->required()
      ->check(is_shared);
  app.add_option("--name", options.name, "What it is called in logs and tables; else machine and process")
      ->envname("SANQI_WORKER_NAME");
  app.add_option("--threads", options.threads, "Threads that think")
      ->envname("SANQI_WORKER_THREADS")
      ->check(CLI::Range(1, 1024));
  app.add_option("--hash-mb", options.hash_mb,
                 "Table of a bot, in MiB; smaller where --bot-memory asks for it")
      ->envname("SANQI_HASH_MB")
      ->check(CLI::Range(1, 65536));
  app.add_option("--bot-memory", options.bot_memory_mb,
                 "Memory of all bots together, in MiB; 0: half of what the process may use")
      ->envname("SANQI_BOT_MEMORY")
      ->check(CLI::Range(0, 16 << 20));
  app.add_option("--log-level", options.log_level, "How much to log")
      ->envname("SANQI_LOG_LEVEL")
      ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}));
  app.add_option("--log-format", options.log_format, "Words to read, or an object a line for programs")
      ->envname("SANQI_LOG_FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
  app.set_config("--config", "", "Read options from this file");
  app.config_formatter(std::make_shared<TomlFile>());
  app.set_version_flag("--version",
                       std::string("sanqi-worker " SANQI_VERSION " (commit ") + engine::commit() + ")");
}

// io's thread is this one; BotPool and Worker have their own.
void run(const Options& options) {
  boost::asio::io_context io(1);
  const auto network = io.get_executor();
  const auto keep_running = boost::asio::make_work_guard(io);
  // The destructors give back what has been begun.
  ShutdownSignal shutdown(kLongestShutdown, [&io] { io.stop(); });
  Metrics metrics;
  BotPool bots(network, metrics,
               fitted(options.bot_memory_mb,
                      {.threads = options.threads, .at_once = true, .hash_bytes = options.hash_mb << 20}));
  const storage::TaskConsumer::Self self{options.name, engine_version(), static_cast<int>(bots.threads())};
  {
    const Worker worker(network, bots, storage::open_task_consumer(options.database), self, [&self] {
      log_event(LogLevel::info, "ready",
                {{"worker", self.name}, {"threads", self.threads}, {"engine", self.engine}});
      std::cout << "Sanqi worker is ready: " << self.name << std::endl;
    });
    run_handlers(io, metrics);
  }
  // The servers know; a bot that hangs is left to its end.
  shutdown.drained();
}

}  // namespace
}  // namespace server

int main(int argc, char** argv) {
  server::Options options;
  CLI::App app("Thinks for Sanqi servers that share a PostgreSQL: bots' turns and analyses", "sanqi-worker");
  app.option_defaults()->always_capture_default();
  server::add_options(app, options);
  // Exit status as the server's: 2 for wrong options, 1 for what fails later.
  try {
    app.parse(argc, argv);
    server::take_environment(app);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    std::cerr << "sanqi-worker: " << error.what() << '\n';
    return 2;
  }
  if (options.name.empty()) options.name = server::default_name();
  server::start_log(options.log_format == "json" ? server::LogFormat::json : server::LogFormat::text,
                    options.log_level);
  try {
    server::run(options);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "sanqi-worker: " << error.what() << '\n';
    return 1;
  }
}
