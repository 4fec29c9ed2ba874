// Pairs at a server that fails: what was acknowledged to them, and whether it is there afterwards.
import assert from 'node:assert/strict';
import { Client, playRandomly, seatTwo } from './client.mjs';
import { patience } from './patience.mjs';
import { random } from './seed.mjs';

export const KINDS = ['xiangqi', 'gomoku', 'antireversi'];

/** A game of two people; `acknowledged[ply]` is the move that the server said it has. */
export class Table {
  acknowledged = [];

  static async open(server, n, options = {}) {
    const table = new Table();
    Object.assign(table, await seatTwo(server, { game: KINDS[n % KINDS.length], time: null, ...options }));
    table.options = options;
    return table;
  }

  get id() {
    return this.created.gameId;
  }
  get over() {
    return this.host.room.state.status !== 'playing';
  }

  /** Both make random moves until the game is over, `stopAt` is reached or the connection is lost. */
  play(stopAt = Infinity) {
    return Promise.all(
      [this.host, this.guest].map((client) =>
        Promise.race([
          client.closed,
          playRandomly(client, random, { stopAt, acknowledged: this.acknowledged }),
        ]),
      ),
    );
  }

  /** Both come back with their tokens. */
  async comeBack(server) {
    const [host, guest] = await Promise.all(
      [this.host, this.guest].map(async (client, side) => {
        const again = await Client.connect(server, { token: client.welcome.token });
        await again.join(this.id, side === 0 ? { token: this.created.token } : {});
        return again;
      }),
    );
    Object.assign(this, { host, guest });
  }

  /**
   * Every acknowledged move is in the record, at its place, and at most two besides: one whose acknowledgement was lost
   * with the connection although the other side had heard of the move, and the answer to it.
   */
  check(record) {
    const moves = record.state.moves.split(' ').filter(Boolean);
    for (const [ply, move] of Object.entries(this.acknowledged))
      assert.equal(moves[ply], move, `${this.id}: acknowledged ply ${ply}`);
    assert.ok(
      moves.length <= this.acknowledged.length + 2,
      `${this.id}: ${moves.length} moves after ${this.acknowledged.length} acknowledged ones`,
    );
  }

  close() {
    this.host.close();
    this.guest.close();
  }
}

/** A number that a run by hand makes larger than a run in passing. */
export const size = (name, usual) => Number(process.env[name] ?? usual);

/** ms that something may take: a run by hand on a machine that does nothing else asks for less. */
export const limit = (name, usual) => size(name, usual * patience);
