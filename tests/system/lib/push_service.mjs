// A push service as browsers have one (RFC 8030, 8291, 8292), and the browsers that subscribe to it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOST = 'push.test';

const derive = (secret, salt, info, length) => Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** A subscription of a browser, and what only that browser can read. */
class Browser {
  #keys = createECDH('prime256v1');
  #auth = randomBytes(16);
  path = `/send/${randomUUID()}`;

  constructor() {
    this.#keys.generateKeys();
  }

  get subscription() {
    return {
      endpoint: `https://${HOST}${this.path}`,
      p256dh: this.#keys.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
      language: 'en',
    };
  }

  decrypt(body) {
    const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    assert.equal(body.readUInt32BE(16), 4096);
    assert.equal(body[20], 65);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const secret = derive(this.#keys.computeSecret(sender), this.#auth, info, 32);
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    assert.equal(text.at(-1), 2, 'the last record');
    return JSON.parse(text.subarray(0, -1).toString());
  }
}

/** Who has signed the request. */
function signer(authorization, origin) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization);
  const [header, claims, signature] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' };
  assert.ok(verify('sha256', `${header}.${claims}`, signed, Buffer.from(signature, 'base64url')));
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url'));
  assert.equal(aud, origin);
  assert.ok(exp * 1000 > Date.now() && exp * 1000 < Date.now() + 86_400_000);
  return key;
}

export class PushService {
  #folder = mkdtempSync(join(tmpdir(), 'sanqi-push-'));
  #browsers = new Map();
  /** What it has taken: by whom it is signed, when it came, its headers and what the browser reads. */
  taken = [];
  connections = 0;
  /** The statuses of the next answers; then 201. */
  answers = [];

  /** One that runs until the test is over. */
  static async during(t) {
    const service = new PushService();
    t.after(() => service.#end());
    await service.#start();
    return service;
  }

  async #start() {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(this.#folder, name));
    const words = `req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=${HOST} -days 2`;
    const named = ['-addext', `subjectAltName=DNS:${HOST}`, '-keyout', key, '-out', cert];
    execFileSync('openssl', [...words.split(' '), ...named], { stdio: 'pipe' });
    this.certificate = cert;
    this.server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      void this.#serve(request, response);
    });
    this.server.on('connection', () => this.connections++);
    await new Promise((done) => this.server.listen(0, '127.0.0.1', done));
  }

  async #serve(request, response) {
    const body = Buffer.concat(await request.toArray());
    const browser = this.#browsers.get(request.url);
    const status = browser ? (this.answers.shift() ?? 201) : 404;
    if (status === 201) {
      const key = signer(request.headers.authorization, `https://${HOST}`);
      this.taken.push({ key, at: Date.now(), headers: request.headers, browser, ...browser.decrypt(body) });
    }
    response.writeHead(status, status === 429 ? { 'retry-after': '1' } : {});
    response.end(Buffer.alloc(status === 500 ? 1_000_000 : 0));
  }

  #end() {
    this.server?.closeAllConnections();
    this.server?.close();
    rmSync(this.#folder, { recursive: true });
  }

  browser() {
    const browser = new Browser();
    this.#browsers.set(browser.path, browser);
    return browser;
  }
  /** Its subscription has ended. */
  forget(browser) {
    this.#browsers.delete(browser.path);
  }

  /** The options of a server that knows it. */
  get options() {
    return [
      ...['--push-contact', 'mailto:admin@example.org', '--push-authorities', this.certificate],
      ...['--push-service', `${HOST}=127.0.0.1:${this.server.address().port}`],
    ];
  }
}
