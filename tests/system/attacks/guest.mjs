// A guest who asks by HTTP, from an address.
import { pause } from './attacker.mjs';

export class Guest {
  /** Null: the server takes no more guests from there. */
  static async of(siege, address) {
    const peer = await siege.enter(address);
    if (!peer?.welcome?.token) return null;
    peer.destroy();
    return new this(siege, address, peer.welcome.token);
  }
  constructor(siege, address, token) {
    Object.assign(this, { siege, address, headers: { Authorization: `Bearer ${token}` } });
  }
  /** The answer, with the status of HTTP as `code`; refusals of limits are waited for. */
  async ask(method, path, body) {
    const { status, text } = await this.siege.call(this.address, method, path, body, this.headers);
    if ([0, 429, 503].includes(status)) await pause(20);
    return { code: status, ...(status >= 200 && status < 300 ? JSON.parse(text) : {}) };
  }
}
