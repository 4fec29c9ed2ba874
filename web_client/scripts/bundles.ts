import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Imports that the build keeps: types are gone from it. */
const STATIC = /^(?:import|export)\s(?!type\b)(?:[^;']*?\sfrom\s)?'(\.[^'?]+)'/gm;
const LATER = /\bimport\('(\.[^'?]+)'\)/g;

/** The files of ours that `file` names in such imports. */
function imports(file: string, kind: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(kind)].flatMap(([, path = '']) => {
    const base = resolve(dirname(file), path);
    return ['.ts', '.tsx'].map((end) => base + end).filter((one) => existsSync(one));
  });
}

/** `file` and all that it cannot run without. */
function needed(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of imports(file, STATIC)) needed(next, seen);
  return seen;
}

/** What is fetched later by anything that `files` lead to. */
function laterThan(files: Iterable<string>, found = new Set<string>()): Set<string> {
  for (const file of files)
    for (const entry of imports(file, LATER))
      if (!found.has(entry)) laterThan(needed(entry), found.add(entry));
  return found;
}

/** In how many of `entries` each file is needed. */
function shares(entries: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries)
    for (const file of needed(entry)) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

/** The pages whose files are told apart, and those that share one. */
interface Entries {
  readonly main: string;
  readonly lobby: string;
  /** What shows parts of the lobby, and loads its file for them. */
  readonly onLobby: readonly string[];
  readonly room: readonly string[];
  readonly games: string;
  /** By name: what is fetched together, because who wants one of them soon wants another, or because each is small. */
  readonly together: Readonly<Record<string, readonly string[]>>;
}

/**
 * Each crumb of a file would cost a request, and compresses badly, so there are some large ones. Base: what `main` needs, and what
 * the lobby shares with any other page. Room: what else a room needs, and what two of the games share. Then what is fetched
 * together. All others follow from what imports what.
 */
export function bundles(root: string, entries: Entries) {
  const at = (path: string): string => resolve(root, path);
  const [main, lobby] = [at(entries.main), at(entries.lobby)];
  const onLobby = entries.onLobby.map(at);
  const all = shares([...laterThan(needed(main))].filter((page) => !onLobby.includes(page)));
  const isShared = (file: string): boolean => (all.get(file) ?? 0) > 1;
  const base = new Set([...needed(main), ...[...needed(lobby)].filter(isShared)]);
  const ofLobby = needed(lobby);
  const inGames = shares(imports(at(entries.games), LATER));
  const ofRoom = new Set([
    ...entries.room.flatMap((page) => [...needed(at(page))]),
    ...[...inGames].filter(([, count]) => count > 1).map(([file]) => file),
  ]);
  const isFree = (file: string): boolean => !base.has(file) && !ofRoom.has(file);
  const together = Object.entries(entries.together).map(([name, paths]) => {
    const files = new Set(paths.flatMap((path) => [...needed(at(path))]).filter(isFree));
    return { name, test: (id: string) => files.has(id.replace(/\?.*/, '')) };
  });
  return [
    {
      name: 'base',
      test: (id: string) => /node_modules|preload-helper|rolldown.runtime/.test(id) || base.has(id),
    },
    { name: 'lobby_page', test: (id: string) => ofLobby.has(id) && !base.has(id) },
    { name: 'room_page', test: (id: string) => ofRoom.has(id) && !base.has(id) },
    ...together,
  ];
}
