import type { GameName } from '../../protocol/types';

const gomoku = (black: string, white: string): string => {
  const points = Array<string>(225).fill('-');
  const put = (squares: string, mark: string): void => {
    for (const square of squares.split(' '))
      points[square.charCodeAt(0) - 97 + 15 * (Number(square.slice(1)) - 1)] = mark;
  };
  put(black, 'X');
  put(white, 'O');
  return `${points.join('')} X`;
};

/** A moment in the middle of each game, for the cards of the lobby. */
export const samples: Readonly<Record<GameName, string>> = {
  xiangqi: 'r1b1kabr1/4a1c2/1cn6/p1p1pR2p/6pn1/2PN5/P3P1P1P/1C2C1N2/9/R1BAKAB2 w',
  gomoku: gomoku('h8 i8 h9 g7 k11 f10 i10 j9 h7 k8 j8', 'i9 g8 h10 j10 i7 g9 j11 g6 e5 l7 i6'),
  antireversi: 'OX-O----OOX--XO-OOXXXX---OXXOX----OOXX---OOOO--------O---------- X',
};
