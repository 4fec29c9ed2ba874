#pragma once

#include <CLI/CLI.hpp>

/// The commands of sanqi-lab; each adds itself to the program.
namespace engine::lab {

void add_match(CLI::App& app);          ///< Two players against each other.
void add_ladder(CLI::App& app);         ///< The levels against their neighbours.
void add_selfplay(CLI::App& app);       ///< Games for training, and positions of such games.
void add_suite(CLI::App& app);          ///< Positions with answers.
void add_tune(CLI::App& app);           ///< Numbers of the search, by games.
void add_train(CLI::App& app);          ///< Anti-Reversi's pattern weights.
void add_train_network(CLI::App& app);  ///< A network of Xiangqi or Gomoku.
void add_train_gomoku(CLI::App& app);   ///< Gomoku's combination weights.
void add_fit_prob_cut(CLI::App& app);   ///< How well shallow searches predict deep ones.
void add_book(CLI::App& app);           ///< Opening books.

}  // namespace engine::lab
