#include <CLI/CLI.hpp>
#include <iostream>

#include "engine/lab/commands/commands.h"

// Exit status: 0, or 2 for wrong arguments and for what a command throws.
int main(int argc, char** argv) {
  CLI::App app("Sanqi's laboratory: matches that judge every change of the engine.");
  app.set_version_flag("--version", "sanqi-lab " SANQI_VERSION);
  app.require_subcommand(1);
  engine::lab::add_match(app);
  engine::lab::add_ladder(app);
  engine::lab::add_selfplay(app);
  engine::lab::add_suite(app);
  engine::lab::add_tune(app);
  engine::lab::add_train(app);
  engine::lab::add_fit_prob_cut(app);
  engine::lab::add_train_gomoku(app);
  engine::lab::add_train_network(app);
  engine::lab::add_book(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    constexpr int kBadArguments = 2;
    return app.exit(error) == 0 ? 0 : kBadArguments;
  } catch (const std::exception& error) {
    std::cerr << "sanqi-lab: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
