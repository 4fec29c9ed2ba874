/** Words around the lessons; the lessons themselves are in ui/learn. Other languages have exactly these keys. */
export const learn = {
  'learn.title': 'How to play',

  'rules.xiangqi.1': 'Checkmate the enemy general 帥/將. A side without a legal move loses, too.',
  'rules.xiangqi.2':
    'Chariot 俥/車: any distance along a line. Horse 傌/馬: one step straight, then one diagonally; a piece on the straight step blocks it.',
  'rules.xiangqi.3': 'Cannon 炮/砲: moves like the chariot, but captures by jumping over exactly one piece.',
  'rules.xiangqi.4':
    'Elephant 相/象: two steps diagonally, never over the river; what is between blocks it. Advisor 仕/士: one step diagonally inside the palace.',
  'rules.xiangqi.5': 'Soldier 兵/卒: one step forward, over the river also sideways, never back.',
  'rules.xiangqi.6':
    'General: one step inside the palace. The generals may never face each other on an open file.',
  'rules.xiangqi.7':
    'When a position comes a third time, the side that always gave check loses, else the side that always chased one piece; else it is a draw.',
  'rules.xiangqi.8': 'Sixty moves of both sides without a capture: a draw.',
  'rules.gomoku.1': 'Black and white take turns to place a stone on any free point.',
  'rules.gomoku.2': 'Five in a row wins: straight or diagonal.',
  'rules.gomoku.3': 'Freestyle: six or more also win. Standard: exactly five.',
  'rules.gomoku.4':
    'Renju: Black may not make two open threes or two fours at once, nor six in a row. White may, and wins where only a forbidden point stops the five.',
  'rules.gomoku.5': 'Caro: exactly five wins, unless both ends are blocked.',
  'rules.antireversi.1': 'A disc turns over all enemy discs between it and another of yours, in every line.',
  'rules.antireversi.2': 'Each move must turn at least one disc. A side that cannot move passes.',
  'rules.antireversi.3':
    'When neither side can move, the side with the FEWEST discs wins: the opposite of Othello.',
  'rules.antireversi.4':
    'Corners are prized in Othello; here you give them away: a disc in a corner never turns again.',
  'rules.antireversi.5':
    'Few possible moves are dangerous: being forced to take many discs is how games are lost.',

  'lesson.step': 'Step {n} of {all}',
  'lesson.try': 'Try it on the board.',
  'lesson.good': 'Well done!',
  'lesson.again': 'Not quite. Try another move.',
  'lesson.next': 'Next',
  'lesson.back': 'Back',
  'lesson.restart': 'Try again',
  'lesson.play': 'Play a game',
  'lesson.rules': 'All rules',
  'lesson.xiangqi.chariot': 'The chariot goes any distance along a line. Capture the soldier.',
  'lesson.xiangqi.horse':
    'The horse goes one step straight, then one diagonally; a piece on the straight step blocks it. Capture the soldier.',
  'lesson.xiangqi.cannon':
    'The cannon moves like the chariot, but captures by jumping over exactly one piece. Capture the soldier.',
  'lesson.xiangqi.elephant':
    'The elephant goes two steps diagonally, never over the river; what is between blocks it. Move it.',
  'lesson.xiangqi.soldier': 'A soldier over the river may step aside. Let it.',
  'lesson.xiangqi.general':
    'The generals may never face each other on an open file, so one way is closed. Move it.',
  'lesson.xiangqi.mate': 'One chariot holds the second rank. Checkmate with the other.',
  'lesson.xiangqi.repetition':
    'Your chariot gives check again and again: the third time that loses. Do not check.',
  'lesson.gomoku.five': 'Four black stones in a row: complete the five.',
  'lesson.gomoku.block': 'White threatens five. You are Black: stop it.',
  'lesson.gomoku.four': 'Three in a row with free ends. Make an open four: White can stop only one end.',
  'lesson.gomoku.forbidden':
    'In renju Black may not make two open threes at once, as on the marked point. Place elsewhere.',
  'lesson.antireversi.flip': 'A disc turns over all enemy discs between it and another of yours. Place one.',
  'lesson.antireversi.least': 'Fewest discs win, so a large catch is bad. Make the move that turns least.',
  'lesson.antireversi.corner':
    'Discs in corners never turn again. Do not take the corner while you have another move.',
  'rule.opening.pro.about': 'Black begins in the centre; his second stone stands outside the central 5×5.',
  'rule.opening.longpro.about':
    'Black begins in the centre; his second stone stands outside the central 7×7.',
  'rule.opening.swap.about': 'One places three stones, the other chooses the side.',
  'rule.opening.swap2.about':
    'One places three stones; the other takes a side, or places two more and leaves the choice to the first.',
  'rule.opening.taraguchi10.about':
    'The first stones stand in the centre, the 3×3, 5×5 and 7×7, with a swap after each; then the fifth in the 9×9 and a last swap, or Black offers ten fifth moves; White picks one.',
  'rule.opening.soosyrv8.about':
    'One places three stones, in the centre, the 3×3 and the 5×5; the other may swap. White places the fourth and says how many fifth moves there will be, one to eight; Black may swap, then offers them; White picks one.',
} as const;
