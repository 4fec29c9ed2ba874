import { expect, it } from 'vitest';
import type { Edit, StudyEdit, StudyNews } from '../../../src/protocol/study_messages';
import { chapterOf, childBy, subtree, withEdit, type Chapter } from '../../../src/state/chapter';
import { stepStudy } from '../../../src/state/study';
import { newStudy, type StudyEvent, type StudyState } from '../../../src/state/study_state';
import { dice } from '../random';

// Two writers, a slow line each that breaks now and then, and a server that numbers what it takes: in the end all three
// have the same chapter, and nothing waits.

type Below = (limit: number) => number;

/** Takes edits one after another, as server/study/decide_edit.h judges them, but lets one of ten fail. */
class Server {
  chapter: Chapter = chapterOf({ game: 'gomoku', rule: 'renju', v: 0, nodes: [{ id: 0 }] });
  readonly log: StudyEdit[] = [];
  private nextId = 1;

  constructor(private readonly below: Below) {}

  take(by: number, edit: Edit): { v: number; node?: number } | 'refused' {
    const there = edit.do === 'add' ? childBy(this.chapter, edit.node, edit.move) : undefined;
    if (there) return { v: this.chapter.v, node: there.id };
    if (this.below(10) === 0) return 'refused';
    const newId = this.nextId;
    const made = { by, ...(edit.do === 'add' && { newId }) };
    const next = withEdit(this.chapter, edit, made);
    if (!next) return 'refused';
    if (edit.do === 'add') this.nextId++;
    this.chapter = { ...next, v: this.chapter.v + 1 };
    const { v } = this.chapter;
    this.log.push({ t: 'studyEdit', studyId: 's', chapter: 1, v, ...made, ...edit });
    return { v, ...(edit.do === 'add' && { node: newId }) };
  }
}

class Writer {
  state: StudyState = newStudy('s', 1);
  /** What is on its way to the page and from it. */
  private inbox: StudyEvent[] = [];
  private outbox: Edit[] = [];
  private heard = 0;
  private isOn = false;
  isReliable = false;

  constructor(
    readonly number: number,
    private readonly server: Server,
    private readonly below: Below,
  ) {
    this.connect();
  }

  do(event: StudyEvent): void {
    const { state, effects } = stepStudy(this.state, event);
    this.state = state;
    for (const effect of effects) {
      if (effect.do === 'open') this.open(effect.v);
      if (effect.do === 'send') this.outbox.push(effect.edit);
    }
  }

  connect(): void {
    if (this.isOn) return;
    this.isOn = true;
    this.do({ do: 'connected' });
  }

  cut(): void {
    // What was sent may have come, although no answer does.
    if (this.below(2) === 0) for (const edit of this.outbox) this.server.take(this.number, edit);
    [this.inbox, this.outbox, this.isOn] = [[], [], false];
    this.do({ do: 'lost' });
  }

  private open(v?: number): void {
    const { chapter, log } = this.server;
    const content = v === undefined || this.below(3) === 0;
    const nodes = subtree(chapter, 0).flatMap((id) => chapter.nodes.get(id) ?? []);
    const members = [1, 2].map((number) => ({ number, name: `${number}`, role: 'writer' as const }));
    const told = { t: 'study', studyId: 's', name: '', you: this.number, members, chapters: [], chapter: 1 };
    const start = nodes.map(({ parent, ...node }) => ({ ...node, ...(parent !== null && { parent }) }));
    const message = { ...told, ...(content && { content: { ...chapter, nodes: start } }) } as StudyNews;
    this.inbox.push({ do: 'hear', message });
    this.heard = content ? log.length : v;
  }

  /** What the server says meanwhile is put among the answers. */
  step(): void {
    if (!this.isOn) return;
    const { log } = this.server;
    while (this.heard < log.length) {
      const message = log[this.heard++];
      // Now and then one is lost.
      if (message && (this.isReliable || this.below(12) > 0)) this.inbox.push({ do: 'hear', message });
    }
    const edit = this.outbox.shift();
    if (edit) {
      const answer = this.server.take(this.number, edit);
      this.inbox.push(answer === 'refused' ? { do: 'refused' } : { do: 'acked', ...answer });
      if (this.below(2) === 0) this.inbox.reverse();
    }
    for (let n = this.below(3); n > 0; n--) {
      const event = this.inbox.shift();
      if (event) this.do(event);
    }
  }

  play(): void {
    const { shown } = this.state;
    if (!shown) return;
    const ids = [...shown.nodes.keys()];
    const node = ids[this.below(ids.length)] ?? 0;
    const edits: readonly Edit[] = [
      { do: 'add', node, move: `m${this.below(4)}` },
      { do: 'add', node, move: `m${this.below(4)}` },
      { do: 'add', node, move: `m${this.below(4)}` },
      { do: 'glyphs', node, glyphs: [this.below(6)] },
      { do: 'comment', node, text: `t${this.below(9)}` },
      { do: 'mainLine', node },
      { do: 'promote', node },
      { do: this.below(4) === 0 ? 'remove' : 'cut', node },
    ];
    this.do({ do: 'edit', edit: edits[this.below(edits.length)] ?? { do: 'rename', text: 'x' } });
  }

  get isQuiet(): boolean {
    return this.isOn && this.inbox.length + this.outbox.length + this.state.pending.length === 0;
  }

  get text(): string {
    return textOf(this.state.shown);
  }
}

const textOf = (chapter: Chapter | null): string =>
  JSON.stringify(
    (chapter ? subtree(chapter, 0) : []).map((id) => {
      const { ply, move, children, comments, glyphs } = chapter?.nodes.get(id) ?? {};
      return [id, ply, move, children, comments, glyphs];
    }),
  );

it.each([1, 2, 3, 4, 5, 6, 7, 8])('two writers agree in the end (%i)', (seed) => {
  const below = dice(seed);
  const server = new Server(below);
  const writers = [1, 2].map((number) => new Writer(number, server, below));
  for (let round = 0; round < 300; round++)
    for (const writer of writers) {
      if (below(4) === 0) writer.play();
      if (below(40) === 0) writer.cut();
      if (below(5) === 0) writer.connect();
      writer.step();
      expect(writer.state.shown?.nodes.has(writer.state.at) ?? true).toBe(true);
    }
  expect(server.log.length).toBeGreaterThan(40);
  for (let round = 0; round < 4_000 && !writers.every(({ isQuiet }) => isQuiet); round++)
    for (const writer of writers) {
      if (below(5) === 0) writer.connect();
      writer.step();
    }
  // One that was lost last is missed until the next.
  for (const writer of writers) {
    writer.isReliable = true;
    writer.cut();
    writer.connect();
    for (let i = 0; i < 200; i++) writer.step();
    expect(writer.text).toBe(textOf(server.chapter));
    expect(writer.state.pending).toEqual([]);
  }
});
