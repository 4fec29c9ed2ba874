import { describe, expect, it } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { learn } from '../../../../src/i18n/en/learn';
import { widthOf } from '../../../../src/board/model/area';
import { loadGame } from '../../../../src/games/index';
import type { GameName } from '../../../../src/protocol/types';
import { Lesson } from '../../../../src/ui/learn/lesson_model';
import { lessons, ruleLines } from '../../../../src/ui/learn/lessons';

const games = Object.keys(lessons) as GameName[];

describe.each(games)('the lessons of %s', async (name) => {
  const game = await loadGame(name);
  const steps = lessons[name] ?? [];
  const lines = ruleLines[name] ?? 0;

  it('have their words', () => {
    for (const { text } of steps) expect({ ...common, ...learn }).toHaveProperty([text]);
    for (let line = 1; line <= lines; line++) expect(learn).toHaveProperty([`rules.${name}.${line}`]);
    expect(learn).not.toHaveProperty([`rules.${name}.${lines + 1}`]);
  });

  it('ask only for moves that their pieces can make', () => {
    for (const { position, moves, goal = [] } of steps) {
      const start = game.parsePosition(position);
      const possible = game.premoves(start, start.turn);
      const offered = moves === 'free' ? possible : moves;
      for (const move of offered) expect(possible).toContain(move);
      for (const move of goal) expect(offered).toContain(move);
      expect(game.after(start, offered[0] ?? '').pieces).not.toEqual(start.pieces);
    }
  });

  it('are solved by their goals and by nothing else', () => {
    const lesson = new Lesson(game, steps);
    for (const [index, step] of steps.entries()) {
      lesson.go(index);
      expect(lesson.solved.value).toBe(false);
      for (const move of lesson.state.value.legal ?? []) {
        lesson.try(move);
        expect(lesson.solved.value).toBe(step.goal?.includes(move) ?? true);
      }
    }
  });
});

it('frames where an opening rule lets one place', async () => {
  const steps = lessons.gomoku ?? [];
  const lesson = new Lesson(await loadGame('gomoku'), steps);
  const framed = steps.flatMap((step, index) => {
    lesson.go(index);
    const { area } = lesson.state.value;
    return area ? [[step.text, area.isOpen, widthOf(area)]] : [];
  });
  expect(framed).toEqual([
    ['rule.opening.pro.about', false, 5],
    ['rule.opening.taraguchi10.about', true, 5],
  ]);
});
