import { useEffect, useState } from 'preact/hooks';
import { useServices } from '../services';
import { LostPage } from './lost_page';

/** Turns a room code into its room: sits down if a seat is free, else watches. */
export function CodePage({ code }: { code: string }) {
  const { link, navigation, preferences, toasts } = useServices();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(
    () =>
      link.subscribe({
        received: () => undefined,
        greeted: () => {
          link.request({ t: 'join', code, as: 'player' }).then(
            (answer) => {
              if (answer.t === 'redirect') location.assign(answer.url);
              if (answer.t === 'gameFull') navigation.replace({ page: 'room', gameId: answer.gameId });
            },
            (error: unknown) => setFailure(toasts.describe(error)),
          );
        },
      }),
    [code],
  );
  if (failure !== null) return <LostPage text={failure} />;
  return (
    <main class="lost">
      <span class="spinner" />
      <p class="muted">{preferences.t('app.loading')}</p>
    </main>
  );
}
