// Studies as a server without one tells of them: usual words, and the widest.
import { NAMES } from './hostile.mjs';
import { lobbyScript, rooms } from './scenes.mjs';

const WIDEST = `${NAMES[0]} ${NAMES[1]} ${'W'.repeat(60)}`;

const script = (name, people, said) => {
  const { state, startPos } = rooms.xiangqi();
  const moves = state.moves.split(' ');
  const line = moves.map((move, at) => ({ id: at + 1, parent: at, move }));
  Object.assign(line[2], {
    comments: [{ by: 1, text: said }, { text: said }],
    glyphs: [1, 16],
    shapes: [{ brush: 'green', from: 'h2', to: 'e2' }, { brush: 'red', from: 'e6', label: 'A' }], // prettier-ignore
  });
  const tried = [
    { id: 40, parent: 1, move: 'b9c7', glyphs: [2] },
    { id: 41, parent: 40, move: 'h0g2' },
    { id: 42, parent: 40, move: 'b0c2', comments: [{ by: 2, text: said }] },
  ];
  const info = {
    studyId: 'sT3uD7yQ',
    name,
    visibility: 'unlisted',
    you: 1,
    members: people.map((each, at) => ({ number: at + 1, name: each, role: at === 0 ? 'owner' : 'writer' })),
    chapters: [1, 2].map((chapter) => ({ chapter, name: `${chapter} ${said}`, game: 'xiangqi' })),
  };
  const content = {
    name: said,
    game: 'xiangqi',
    rule: 'standard',
    ...(startPos && { startPos }),
    orientation: 'first',
    tags: {},
    nodes: [{ id: 0 }, ...line, ...tried],
    nextId: 43,
    v: 60,
  };
  const studies = [
    { id: 'sT3uD7yQ', name, visibility: 'unlisted', owner: people[0], role: 'owner' },
    { id: 'sT3uD7yR', name, visibility: 'public', owner: people[1], role: 'viewer' },
  ];
  return {
    ...lobbyScript,
    http: (url) => (url.pathname === '/api/studies' ? { json: { studies } } : lobbyScript.http(url)),
    onMessage(message, say) {
      if (message.t !== 'openStudy') return lobbyScript.onMessage?.(message, say);
      say({ t: 'study', id: message.id, ...info, chapter: 1, content });
      const at = people.slice(1).map((each) => ({ name: each, node: 3 }));
      say({ t: 'studyCursors', studyId: info.studyId, chapter: 1, at });
    },
  };
};

export const studyScript = script('中炮对屏风马', ['胡荣华', '柳大华', 'Lin'], '急进中兵，先手略优');
export const hostileStudyScript = script(WIDEST, NAMES.slice(0, 4), `${WIDEST} ${WIDEST}`);
