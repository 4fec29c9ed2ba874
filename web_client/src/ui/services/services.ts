import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Sounds } from '../../sound/sounds';
import type { Account } from '../../state/account';
import type { SocketClient } from './socket_client';
import type { Navigation } from './navigation';
import type { Preferences } from './preferences';
import type { Toasts } from './toasts';

/** What every page may ask for; built once in main.tsx. */
export interface Services {
  readonly account: Account;
  readonly socket: SocketClient;
  readonly navigation: Navigation;
  readonly preferences: Preferences;
  readonly sounds: Sounds;
  readonly toasts: Toasts;
}

export const ServicesContext = createContext<Services | null>(null);

/** In components below the provider only, and as any hook. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('no services');
  return services;
}

/** The words of the chosen language: `const { t } = useWords()`. */
export const useWords = (): Pick<Preferences, 't' | 'named' | 'ruleName' | 'ruleNames'> =>
  useServices().preferences;
