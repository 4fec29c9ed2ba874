import type { GameName } from '../../protocol/types';

const words = (text: string): readonly string[] => text.split(' ');

/** Whole games that our engine has played against itself, short enough to be seen to their ends; a game may have none. */
export const demoGames: Readonly<Partial<Record<GameName, readonly string[]>>> = {
  xiangqi: words(
    'b2e2 h9g7 b0c2 h7i7 h2g2 i9h9 h0i2 b7e7 i0h0 h9h0 i2h0 b9c7 g2g6 g7h9 a0a1 a9a8 a1h1 a8g8 e2g2 g8f8 g6c6 h9g7 c6c9 d9e8 g2g7 f8f2 c0e2 c7d5 h1b1 d5f4 c9a9 i7i3 d0e1 f4e2 b1b9 e8d9 e1f2 e2c1 e0d0 e7d7 b9b1 e9e8 b1b8 e8e7 g7d7 c1e2 g0e2 i3i0 a9a7',
  ),
  gomoku: words(
    'h8 h9 j6 g8 f7 f9 g10 e10 d11 e9 g9 f10 g11 c9 i7 k5 e11 f11 g12 g13 f8 c8 b7 c10 c7 e7 b10 e6 e8 b9 d9 d7 f5 a10',
  ),
  antireversi: words(
    'd3 c5 e6 f5 f6 e3 d6 f7 g4 f4 g5 e7 f3 e2 g8 c6 g7 g6 d8 c3 c4 d7 c8 g2 b7 b5 b6 b4 c7 a7 h5 b8 b3 g3 a3 a4 h2 c2 g1 a2 d1 h4 d2 e8 b1 c1 f8 f2 h3 e1 f1 h1 b2 a1 a6 h7 h6 a5 a8 h8',
  ),
};
