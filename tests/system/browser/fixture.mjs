// Where the tests of one file happen: a server of their own, and a browser whose visitors come to it.
import { after, before } from 'node:test';
import { launch, phoneVisitor, visitor } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';

/** Both run from before the first test of the file until after its last. */
export function openFixture() {
  const server = new Server();
  let browser;
  before(async () => {
    await server.start();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server.dispose();
  });
  return {
    server,
    visitor: (options) => visitor(browser, options),
    phoneVisitor: () => phoneVisitor(browser),
  };
}
