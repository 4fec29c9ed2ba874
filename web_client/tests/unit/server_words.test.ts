import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openingRules } from '../../src/ui/learn/lessons';
import { languageTags } from '../../src/i18n/languages';
import { allWords } from './areas';

// What the server can say, from its sources: a word that is added there without words here fails.
const root = new URL('../../../', import.meta.url);
const source = (file: string): string => readFileSync(new URL(file, root), 'utf8');

function filesUnder(folder: string): string[] {
  const files = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.(cpp|h)$/.test(file)).map((file) => folder + file);
}

/** Every literal that could be a word of the protocol. */
function wordsIn(files: readonly string[]): Set<string> {
  const code = files.map((file) => source(file).replace(/\/\/.*|^#include.*/gm, '')).join('\n');
  return new Set([...code.matchAll(/"([a-z]+(?:_[a-z]+)*)"/g)].map(([, word = '']) => word));
}

/** The words of an enumeration, in its order. */
function listOf(name: string, file = 'server/protocol/words.h'): string[] {
  const [, list = ''] = new RegExp(`Words<${name}> \\{[^{]*\\{([^}]*)\\}`).exec(source(file)) ?? [];
  return [...list.matchAll(/"(\w+)"/g)].map(([, word = '']) => word);
}

describe.each(languageTags)('the words of the server in %s', async (tag) => {
  const dictionary = await allWords(tag);
  const keysOf = (prefix: string): string[] =>
    Object.keys(dictionary).filter((key) => key.startsWith(`${prefix}.`));
  const has = (prefix: string, word: string): boolean => Object.hasOwn(dictionary, `${prefix}.${word}`);

  it('hold every error', () => {
    const errors = listOf('ErrorCode');
    expect(errors).toContain('internal');
    // Only of a page that does not match the server: told as an error inside.
    const mismatched = ['bad_json', 'unknown_type', 'hello_first'];
    // Told as a name that is taken.
    const merged = ['bad_name'];
    expect(errors.filter((code) => !has('error', code)).sort()).toEqual([...mismatched, ...merged].sort());
  });

  it('hold every obstacle, and no other', () => {
    const obstacles = listOf('Obstacle', 'server/protocol/obstacle.h');
    expect(obstacles).toContain('rated');
    expect(keysOf('refusal').sort()).toEqual(obstacles.map((word) => `refusal.${word}`).sort());
  });

  it.each([
    ['Choice', 'opening.do'],
    ['DeclineReason', 'challenge.why'],
    ['Mark', 'analysis.mark'],
    ['Side', 'side.xiangqi'],
  ])('hold every %s', (name, prefix) => {
    const words = listOf(name);
    expect(words.length).toBeGreaterThan(1);
    expect(words.filter((word) => !has(prefix, word))).toEqual([]);
  });

  it('hold every opening procedure', () => {
    const names = [...source('server/match/opening.cpp').matchAll(/OpeningRule\{"(\w+)"/g)];
    expect(names.length).toBeGreaterThan(4);
    expect(openingRules.gomoku).toEqual(names.map(([, name]) => name));
    for (const [, name = ''] of names)
      expect([has('rule.opening', name), has(`rule.opening.${name}`, 'about')], name).toEqual([true, true]);
  });

  it('hold every reason for which a move is illegal or a game ends', () => {
    const rules = filesUnder('engine/games/').filter((file) => !file.endsWith('openings.cpp'));
    const matches = filesUnder('server/').filter(
      (file) =>
        /end_event\(|end_game\(|ErrorCode::illegal_move/.test(source(file)) &&
        !file.startsWith('server/study/'), // Its words are of limits and of fields.
    );
    const rulesOfGomoku = [...wordsIn(['engine/games/gomoku/rule.h'])];
    // Neither: games, rules, colours, pieces, notations, levels of processors, fields, and faults of positions.
    const others = new Set(
      (
        'xiangqi gomoku antireversi standard red black white first second ' +
        'advisors cannons elephants generals horses pawns rooks b r w wxf zh ggf gomocup pa pass baseline bmi ' +
        'bad_size size unknown_rule rule five_stands impossible_position ' +
        'on off draw bad_message illegal_move game pos m'
      )
        .split(' ')
        .concat(rulesOfGomoku),
    );
    const words = [...wordsIn([...rules, ...matches])];
    for (const word of ['leg_blocked', 'symmetric', 'checkmate', 'untouched', 'kicked'])
      expect(words).toContain(word);
    const known = (word: string): boolean => has('illegal', word) || has('reason', word) || others.has(word);
    expect(words.filter((word) => !known(word))).toEqual([]);
    const said = new Set(words);
    const unsaid = [...keysOf('illegal'), ...keysOf('reason')].filter(
      (key) => !said.has(key.replace(/^\w+\./, '')) && key !== 'illegal.example',
    );
    expect(unsaid).toEqual([]);
  });

  it('hold every limit of what is edited in a study, and what is in the way', () => {
    const limits = [...source('server/study/decide_edit.cpp').matchAll(/full\("(\w+)"/g)];
    // No page writes tags.
    const words = limits.map(([, word = '']) => word).filter((word) => !word.startsWith('tag'));
    expect(words).toContain('nodes');
    expect([...words, 'stale', 'author'].filter((word) => !has('study.why', word))).toEqual([]);
  });

  it('hold why a text is no game', () => {
    const files = [...filesUnder('server/formats/'), 'server/match/imported_game.cpp'].map(source).join('\n');
    const reasons = [...files.matchAll(/bad_text\([^;]*?, "([a-z_]+)"/g)].map(([, word = '']) => word);
    expect(new Set(reasons).size).toBeGreaterThan(5);
    // Said of the text as a whole by the words for illegal moves and positions; of a number, which no page asks by.
    const general = new Set(['off_board', 'size', 'no_such_game']);
    expect(reasons.filter((word) => !has('import.bad', word) && !general.has(word))).toEqual([]);
  });
});
