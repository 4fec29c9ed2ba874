// How long a study of 2,000 nodes takes to open and to edit, in the page alone, after `vite build`:
// `node tests/screens/study_bench.mjs [NODES]`. From the server's answer to the frame that shows it.
import { openFixture } from './fixture.mjs';
import { lobbyScript } from './scenes.mjs';

const NODES = Number(process.argv[2] ?? 2_000);
const EDITS = 40;

/** Lines of 40 moves that branch off one after another, every tenth move with a comment. */
const nodes = [{ id: 0 }];
for (let id = 1; id < NODES; id++) {
  const parent = id % 40 === 1 && id > 1 ? id - 20 : id - 1;
  const square = `${'abcdefghijklmno'[(id * 7) % 15]}${(Math.floor(id / 15) % 15) + 1}`;
  nodes.push({
    id,
    parent,
    move: square,
    ...(id % 10 === 0 && { comments: [{ by: 1, text: `About move ${id}, in some words.` }] }),
  });
}

let v = 1;
let say = () => {};
const script = {
  ...lobbyScript,
  onMessage(message, answer) {
    say = answer;
    if (message.t === 'openStudy') {
      const content = { name: 'Long', game: 'gomoku', rule: 'freestyle', size: 15, orientation: 'first', tags: {}, nodes, nextId: NODES, v }; // prettier-ignore
      const members = [{ number: 1, name: 'lin_yue', role: 'owner' }];
      answer({ t: 'study', id: message.id, studyId: 'sT3uD7yQ', name: 'Long', visibility: 'private', you: 1, members, chapters: [{ chapter: 1, name: 'Long', game: 'gomoku' }], chapter: 1, content }); // prettier-ignore
    }
  },
};

/** In the page, before it: notes when the last message of each kind was read. */
function watch() {
  window.came = new Map();
  const { parse } = JSON;
  JSON.parse = (...text) => {
    const value = parse(...text);
    if (value?.t) window.came.set(value.t, performance.now());
    return value;
  };
}

/** From the message of this kind to the frame with so many moves. */
const shownAfter = (page, kind, moves) =>
  page.evaluate(
    ([kind, moves]) =>
      new Promise((done) => {
        const look = () => {
          const isThere = document.querySelectorAll('[role=treeitem]').length >= moves;
          if (isThere) requestAnimationFrame(() => done(performance.now() - window.came.get(kind)));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [kind, moves],
  );
const percentile = (times, part) => [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)];

const fixture = await openFixture();
const opened = [];
const edited = [];
try {
  for (let round = 0; round < 5; round++) {
    v = 1;
    const context = await fixture.browser.newContext({ serviceWorkers: 'block' });
    await context.addInitScript(watch);
    const contexts = new Map([['en false', context]]);
    const { page } = await fixture.visit('/study/sT3uD7yQ/1', { script }, contexts);
    opened.push(await shownAfter(page, 'study', NODES));
    for (let edit = 0; edit < EDITS; edit++) {
      const shown = shownAfter(page, 'studyEdit', NODES + v);
      const node = ((edit * 97) % (NODES - 1)) + 1;
      say({ t: 'studyEdit', studyId: 'sT3uD7yQ', chapter: 1, v: v + 1, by: 1, do: 'add', node, newId: NODES + v, move: `z${v}` }); // prettier-ignore
      v++;
      edited.push(await shown);
    }
    await context.close();
  }
} finally {
  await fixture.close();
}
const line = (what, times) =>
  console.log(
    `${what}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`,
  );
console.log(`${NODES} nodes`);
line('open', opened);
line('edit', edited);
