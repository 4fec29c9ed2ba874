// Accounts, by the HTTP API.
import assert from 'node:assert/strict';
import { inTime } from './patience.mjs';

/** The status, and what the server says. */
export async function ask(server, method, path, token, body) {
  const response = await fetch(server.url + path, {
    ...inTime(),
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...(await response.json()) };
}

/** A new account, and its first session. */
export async function signUp(server, name) {
  const form = { name, password: 'a long password' };
  const { token, ...rest } = await ask(server, 'POST', '/api/auth/register', null, form);
  assert.ok(token, JSON.stringify(rest));
  return { token, name };
}
