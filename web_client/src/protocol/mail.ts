import type { LanguageTag } from '../base/language';
import { encodeQuery, fetchJson, postJson } from './http';

/** Where an account has mail sent to. */
export interface MailAddress {
  /** Whether the server sends mail. */
  readonly available: boolean;
  readonly address: string | null;
  readonly confirmed: boolean;
}

const path = '/api/me/mail';

export const fetchMail = (token: string | null): Promise<MailAddress> => fetchJson(path, token);

/** Has a link sent there, behind which it is confirmed; to the same one once a day. */
export const askForMail = (
  token: string | null,
  address: string,
  language: LanguageTag,
): Promise<MailAddress> => postJson(path, token, { address, language });

export const removeMail = (token: string | null): Promise<MailAddress> =>
  fetchJson(path, token, { method: 'DELETE' });

/** By the code of a link; tells of which account. */
export const confirmMail = (code: string): Promise<{ readonly name: string; readonly address: string }> =>
  postJson('/api/mail/confirm', null, { code });

export const stopMail = (code: string): Promise<object> =>
  postJson(`/api/mail/stop?${encodeQuery({ code })}`, null, {});
