// Two accounts write in one study while a guest looks on, with a server that is killed between and during edits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, randomFrom } from '../lib/client.mjs';
import { eventually, inTime, retryAfter } from '../lib/patience.mjs';
import { seed } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const random = randomFrom(seed);

/** Gives the status, and what the server says. */
async function ask(server, token, method, path, body = {}) {
  const response = await fetch(`${server.url}/api${path}`, {
    ...inTime(),
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

const register = (server, name) =>
  ask(server, null, 'POST', '/auth/register', { name, password: 'a long password' });

/** A chapter as a page keeps it: made of `content`, and of the edits after it. */
class Tree {
  constructor({ nodes, v }) {
    this.v = v;
    this.nodes = new Map(
      nodes.map(({ id, parent = null, move = '', comments = [] }) => [
        id,
        { parent, move, comments: new Map(comments.map(({ by = 0, text }) => [by, text])) },
      ]),
    );
  }
  follow(edit) {
    assert.equal(edit.v, this.v + 1, 'edits are numbered without gaps');
    this.v = edit.v;
    if (edit.do === 'add')
      this.nodes.set(edit.newId, { parent: edit.node, move: edit.move, comments: new Map() });
    if (edit.do === 'comment') this.nodes.get(edit.node).comments.set(edit.author, edit.text);
    if (edit.do === 'remove') {
      for (const [id, { parent }] of this.nodes)
        if (id === edit.node || (parent !== null && !this.nodes.has(parent))) this.nodes.delete(id);
    }
  }
}

/** A connection that has the chapter open, and its tree. */
class Reader {
  acknowledged = new Map();
  /** Edits that may be there although no answer came. */
  unanswered = [];
  static async open(server, studyId, token, before) {
    const reader = before ?? new Reader();
    reader.client = await Client.connect(server, token ? { token } : {});
    reader.studyId = studyId;
    const study = await reader.client.ask({
      t: 'openStudy',
      studyId,
      ...(reader.tree && { v: reader.tree.v }),
    });
    assert.equal(study.t, 'study', JSON.stringify(study));
    if (study.content) reader.tree = new Tree(study.content);
    reader.upTo = study.content?.v ?? study.v;
    reader.reading = reader.#read();
    return reader;
  }
  async #read() {
    for (;;) {
      const edit = await this.client.next(({ t }) => t === 'studyEdit', { ms: Infinity }).catch(() => null);
      if (!edit) return;
      this.tree.follow(edit);
    }
  }
  /** Writes what comes to mind until the server is gone. */
  async write() {
    const point = () => 'abcdefghijklmno'[random(15)] + (1 + random(15));
    for (;;) {
      const ids = [...this.tree.nodes.keys()];
      const node = ids[random(ids.length)];
      const edit =
        random(4) === 0
          ? { do: 'comment', node, text: `remark ${random(1000)}` }
          : { do: 'add', node, move: point() };
      const answer = await this.client
        .ask({ t: 'edit', studyId: this.studyId, chapter: 1, seen: this.tree.v, ...edit })
        .catch(() => null);
      if (!answer) return void this.unanswered.push(edit);
      if (answer.t === 'ack') this.acknowledged.set(answer.v, { ...edit, newId: answer.node });
      else if (answer.code === 'rate_limited') await retryAfter(answer);
    }
  }
}

test('two editors and a spectator, over kills: all that was acknowledged is there, for all the same', async (t) => {
  const server = await Server.during(t);
  const [lin, mei] = [await register(server, 'Lin'), await register(server, 'Mei')];
  const { id } = await ask(server, lin.token, 'POST', '/studies', {
    name: 'Openings',
    visibility: 'unlisted',
    game: 'gomoku',
  });
  await ask(server, lin.token, 'POST', `/studies/${id}/members`, { name: 'Mei', role: 'writer' });
  let editors = await Promise.all([lin, mei].map(({ token }) => Reader.open(server, id, token)));
  let spectator = await Reader.open(server, id);
  for (let kill = 0; kill < 2; ++kill) {
    const before = editors[0].tree.v;
    const writing = editors.map((editor) => editor.write());
    await eventually('edits of both', () => spectator.tree.v >= before + 20 + random(10));
    await server.kill();
    await Promise.all([...writing, ...[...editors, spectator].map(({ reading }) => reading)]);
    await server.start();
    [spectator, ...editors] = await Promise.all([
      Reader.open(server, id, null, spectator),
      ...[lin, mei].map(({ token }, i) => Reader.open(server, id, token, editors[i])),
    ]);
    await eventually('what was missed', () =>
      [spectator, ...editors].every(({ tree, upTo }) => tree.v === upTo),
    );
    const stored = new Tree((await ask(server, null, 'GET', `/studies/${id}/chapters/1`)).content);
    for (const { tree } of [spectator, ...editors]) assert.deepEqual(tree, stored);
    const { members } = await ask(server, lin.token, 'GET', `/studies/${id}`);
    for (const [i, { acknowledged, unanswered }] of editors.entries()) {
      const { number } = members.find(({ name }) => name === ['Lin', 'Mei'][i]);
      const remarks = new Map();
      for (const [v, { do: what, node, newId, text }] of acknowledged) {
        assert.ok(v <= stored.v, `version ${v} was acknowledged`);
        if (what === 'add')
          assert.equal(stored.nodes.get(newId)?.parent, node, `move ${newId} of version ${v}`);
        else remarks.set(node, text);
      }
      for (const [node, text] of remarks) {
        const kept = stored.nodes.get(node).comments.get(number);
        const isKept = (edit) => edit.do === 'comment' && edit.node === node && edit.text === kept;
        assert.ok(kept === text || unanswered.some(isKept), `${text}, not ${kept}`);
      }
    }
    assert.ok(editors.every(({ acknowledged }) => acknowledged.size > 0));
  }
  for (const { client } of [spectator, ...editors]) client.close();
});
