import type { GameName } from '../../protocol/types';

type Lesson = readonly string[];

/** Long texts stay out of the dictionaries, which every page loads. */
export const lessons: Readonly<Record<'en' | 'zh-Hans', Readonly<Record<GameName, Lesson>>>> = {
  en: {
    xiangqi: [
      'Checkmate the enemy general 帥/將. A side without a legal move has lost as well.',
      'Chariot 俥/車: any distance along a line. Horse 傌/馬: one step straight, then one diagonally; a piece on the straight step blocks it.',
      'Cannon 炮/砲: moves like the chariot, but captures by jumping over exactly one piece.',
      'Elephant 相/象: two steps diagonally, never over the river, blocked by a piece between. Advisor 仕/士: one step diagonally inside the palace.',
      'Soldier 兵/卒: one step forward; once over the river also sideways, never back.',
      'General: one step inside the palace. The two generals may never face each other on an open file.',
      'Repeating check forever loses; so does chasing the same piece forever.',
    ],
    gomoku: [
      'Black and white take turns to place a stone on any free point.',
      'Five in a row wins: straight or diagonal.',
      'Freestyle: six or more also win. Standard: exactly five.',
      'Renju: black may not make two open threes, two fours or six in a row at once; white may, and wins if black has to.',
      'Caro: five wins only if it is not blocked at both ends.',
    ],
    antireversi: [
      'Place a disc so that it traps enemy discs in a line between it and another disc of yours: they all turn over.',
      'Each move must turn at least one disc. Whoever cannot move passes.',
      'When neither side can move, whoever has the FEWEST discs wins: the opposite of Othello.',
      'Corners, the prize of Othello, are what you want to give away here: a disc in a corner never turns again.',
      'Few possible moves are dangerous: being forced to take many discs is how games are lost.',
    ],
  },
  'zh-Hans': {
    xiangqi: [
      '将死对方的将（帥）即胜；一方无子可动（困毙）也判负。',
      '车走直线，格数不限。马先直后斜走“日”，直步有子则蹩腿。',
      '炮走法同车，吃子时必须隔一个子。',
      '相（象）走“田”，不过河，田心有子则塞眼。仕（士）在九宫内斜走一步。',
      '兵（卒）向前一步，过河后可横走，不能后退。',
      '将（帥）在九宫内走一步；两将不得在同一直线上照面。',
      '长将判负，长捉也判负。',
    ],
    gomoku: [
      '黑白轮流在空交叉点落一子。',
      '横、竖或斜向五子相连即胜。',
      '自由规则：六子以上也算胜。标准规则：恰好五子。',
      '连珠规则：黑方不得同时形成两个活三、两个四，也不得长连；白方无此限制。',
      '越南规则：五连两端都被堵住则不算胜。',
    ],
    antireversi: [
      '落子时，与自己另一子之间直线夹住的对方棋子全部翻转。',
      '每步至少翻转一子；无处可下则停一手。',
      '双方都不能下时，棋子少的一方获胜：与黑白棋正好相反。',
      '黑白棋里宝贵的角，在这里要让给对手：角上的子永远翻不回来。',
      '可下之处太少很危险：被迫大量吃子就是败因。',
    ],
  },
};
