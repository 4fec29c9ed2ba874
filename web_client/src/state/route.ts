import { isGameName, type GameName } from '../protocol/types';

/** Of a list, of one thing in it, and of a part of that by its number. */
export interface NumberedRoute {
  readonly page: (typeof NUMBERED)[number];
  readonly id?: string;
  readonly number?: number;
  readonly ply?: number | null;
  /** Of a study: of a move in its chapter. */
  readonly node?: number;
  /** Of a tournament: its page for a big screen. */
  readonly hall?: true;
}

/**
 * Where a visitor is, as pages need it. `parseRoute` and `pathOf` lead there and back, but for what no address says.
 */
export type Route =
  | { readonly page: 'lobby' }
  | { readonly page: 'watch' }
  /** Leads to the tournament that one may join: short, to be typed from a screen. */
  | { readonly page: 't' }
  | { readonly page: 'games' }
  | { readonly page: 'moderation' }
  | { readonly page: 'inbox' }
  | { readonly page: 'learn'; readonly game?: GameName }
  /** `from`: the page to go to after the login. */
  | { readonly page: 'account'; readonly from?: Route }
  | { readonly page: 'leaderboard'; readonly game?: GameName }
  /** `query`: what is on the board, and beside it. */
  | { readonly page: 'analysis'; readonly query?: string }
  | { readonly page: 'player'; readonly name: string }
  | { readonly page: 'room'; readonly gameId: string }
  | { readonly page: 'code'; readonly code: string }
  /** `analyse`: asked for by a button; no address says it. */
  | {
      readonly page: 'replay';
      readonly gameId: string;
      readonly ply: number | null;
      readonly analyse?: true;
    }
  /** All collections of games, one, or a game of it; tournaments and rounds, studies and chapters, clubs likewise. Of mail:
   *  what its link is for. */
  | NumberedRoute
  | { readonly page: 'not_found' };

/** Ids of games, codes of rooms, ids of collections, tournaments and clubs. */
const ID = /^[A-Za-z0-9_-]{4,32}$/;
const NUMBERED = ['collections', 'tournaments', 'study', 'clubs', 'mail'] as const;
/** Whose names are their addresses. */
const PAGES = [
  'watch',
  'games',
  'learn',
  'account',
  'leaderboard',
  'analysis',
  'moderation',
  'inbox',
  't',
  ...NUMBERED,
] as const;

/**
 * Where an address leads. `hash` is the ply of a replay, or the game of the lessons: `/replay/q7Xb2mKd#18`,
 * `/learn#gomoku`, `/study/x/3#n57`. Never throws: what leads nowhere is `not_found`. Codes and ids are not looked up.
 */
export function parseRoute(path: string, hash = ''): Route {
  const [head = '', tail, ...rest] = path.replace(/^\/|\/$/g, '').split('/');
  const numbered = NUMBERED.find((one) => one === head);
  if (numbered && tail !== undefined) return parseNumbered(numbered, tail, rest.join('/'), hash);
  if (rest.length > 0) return { page: 'not_found' };
  if (tail === undefined) {
    const game = hash.slice(1);
    return head === 'learn' && isGameName(game) ? { page: head, game } : parseSingle(head);
  }
  // QR codes hold the address in capitals, which makes them smaller.
  if (head.toLowerCase() === 'r' && ID.test(tail)) return { page: 'code', code: tail };
  if (head === 'replay' && ID.test(tail)) return { page: 'replay', gameId: tail, ply: parsePly(hash) };
  if (head === 'leaderboard' && isGameName(tail)) return { page: 'leaderboard', game: tail };
  if (head === 'players' && tail !== '') return { page: 'player', name: decoded(tail) };
  return { page: 'not_found' };
}

function parseNumbered(page: NumberedRoute['page'], id: string, number: string, hash: string): Route {
  if (page === 'tournaments' && number === 'hall' && ID.test(id)) return { page, id, hall: true };
  if (!ID.test(id) || !/^\d*$/.test(number)) return { page: 'not_found' };
  if (page === 'study') {
    const node = /^#n(\d{1,6})$/.exec(hash)?.[1];
    return { page, id, ...(number && { number: Number(number) }), ...(node && { node: Number(node) }) };
  }
  return { page, id, ...(number && { number: Number(number), ply: parsePly(hash) }) };
}

/** A percent sign that stands for nothing is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Any other single word may be a game's id: the words of pages are no ids, because they come first. */
function parseSingle(head: string): Route {
  if (head === '') return { page: 'lobby' };
  const page = PAGES.find((one) => one === head);
  if (page) return { page };
  return ID.test(head) ? { page: 'room', gameId: head } : { page: 'not_found' };
}

/** Up to four digits; a longer number is no ply. */
function parsePly(hash: string): number | null {
  const match = /^#(\d{1,4})$/.exec(hash);
  return match ? Number(match[1]) : null;
}

const hashOf = (ply: number | null = null): string => (ply === null ? '' : `#${ply}`);

/** The address of a route; the same route gives the same text, by which history entries are compared. */
export function pathOf(route: Route): string {
  switch (route.page) {
    case 'lobby':
      return '/';
    case 'room':
      return `/${route.gameId}`;
    case 'code':
      return `/r/${route.code}`;
    case 'replay':
      return `/replay/${route.gameId}${hashOf(route.ply)}`;
    case 'learn':
      return `/learn${route.game ? `#${route.game}` : ''}`;
    case 'player':
      return `/players/${encodeURIComponent(route.name)}`;
    case 'not_found':
      return '/404';
    default: {
      // Other pages have none of what follows the first word.
      const { page, game, id, number, hall, query, ply, node } = route as NumberedRoute & {
        readonly game?: GameName;
        readonly query?: string;
      };
      return (
        [`/${page}`, game, id, number, hall && 'hall'].filter(Boolean).join('/') +
        (query ? `?${query}` : '') +
        hashOf(ply) +
        (node ? `#n${node}` : '')
      );
    }
  }
}

/** What a visitor types or pastes to join: a code, or a link that holds one, in capitals where it is of a QR code,
 *  or as wide as Chinese. */
export function parseInvitation(text: string): Route {
  const trimmed = text.normalize('NFKC').trim();
  if (/^https?:\/\//i.test(trimmed))
    return URL.canParse(trimmed) ? parseRoute(new URL(trimmed).pathname) : { page: 'not_found' };
  return ID.test(trimmed) ? { page: 'code', code: trimmed } : { page: 'not_found' };
}
