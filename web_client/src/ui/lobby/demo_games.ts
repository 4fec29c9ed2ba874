import type { GameName } from '../../protocol/types';

const words = (text: string): readonly string[] => text.split(' ');

/** Whole games that our engine, at its full strength, has played against itself; a game may have none. */
export const demoGames: Readonly<Partial<Record<GameName, readonly string[]>>> = {
  xiangqi: words(
    'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5 h0h4 h7i7 h4h9 g7h9 e3e4 i7e7 a0a1 c7d5 a1d1 d5f4 g3g4 e7e4 c2e3 f4e2 g0e2 b7b3 d1d4 b3e3 g2e3 e4e5 d4d6 h9g7 f0e1 a9a8 b2b9 a8h8 d6d9 e9e8 d9c9 h8h3 b9b3 g9e7 c9c6 h3i3 e1f0 e5e4 d0e1 a6a5 c6a6 g6g5 g4g5 e7g5 e0d0 i3h3 a6c6 h3f3 c6c5 f3f5 c5c4 f5d5 d0e0 d5b5 c4e4 b5b3 e3c4 b3c3 e4g4 g7f5 g4g5 f5d4 g5a5 d4f3 a5a8 e8e7 a8a6 f3g1 e0d0 c3d3 e1d2 e6e5 a6e6 e7d7 e6e5 g1f3 e5b5 d7d8 d0d1 f3d2 b5b8 d8d9 b8b9 d9d8 c4e5 d3d5 e5f7 d8e8 b9f9 d2c4 d1e1 c4a3 f9c9 a3b1 c9e9 e8f8 f7h8 d5d6 e2g0 d6d1 e1d1 b1c3 d1e1 c3e2 e1e2 i6i5 e9f9',
  ),
  gomoku: words(
    'h8 h9 j6 g8 f7 f9 g10 e10 d11 e9 g9 f10 g11 c9 i7 k5 e11 f11 g12 g13 f8 c8 b7 c10 c7 e7 b10 e6 e8 b9 d9 d7 f5 a10',
  ),
  antireversi: words(
    'd3 c5 e6 f5 f6 e3 d6 f7 g4 f4 g5 e7 f3 e2 g8 c6 g7 g6 d8 c3 c4 d7 c8 g2 b7 b5 b6 b4 c7 a7 h5 b8 b3 g3 a3 a4 h2 c2 g1 a2 d1 h4 d2 e8 b1 c1 f8 f2 h3 e1 f1 h1 b2 a1 a6 h7 h6 a5 a8 h8',
  ),
};
