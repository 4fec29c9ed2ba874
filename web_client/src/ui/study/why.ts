import type { Refusal } from '../../protocol/connection';
import type { Services } from '../services/services';

type Needs = Pick<Services, 'preferences' | 'toasts'>;

/** Why a study cannot be changed so, where studies have words of their own for it; else empty. */
export const whyNot = ({ preferences }: Needs, problem: unknown): string =>
  preferences.named('study.why', (problem as Partial<Refusal>).reason ?? '', '');

/** As a toast. */
export function tellWhy(services: Needs, problem: unknown): void {
  const why = whyNot(services, problem);
  if (why) services.toasts.show(why, 'bad');
  else services.toasts.showError(problem);
}
