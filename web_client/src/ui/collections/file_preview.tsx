import type { Refusal } from '../../protocol/connection';
import { BadGame } from '../../protocol/http';
import { base64Of, previewFile } from '../../protocol/import';
import type { FoundGames } from '../../protocol/types';
import { useAsync } from '../core/use_async';
import { aboutGame, FileNotes } from '../people/found_games';
import { useServices } from '../services/services';

/** A file up to this is looked at whole; of a longer one the first part. Looking costs as much as importing. */
const WHOLE_BYTES = 128 << 10;
const PART_BYTES = 32 << 10;
/** Games that are shown. */
const SHOWN = 5;

/** Of a part the last game may be cut. */
function gamesToShow({ games }: FoundGames, isWhole: boolean): FoundGames['games'] {
  const complete = isWhole || games.length < 2 ? games : games.slice(0, -1);
  return [...complete.filter(({ bad }) => bad), ...complete.filter(({ bad }) => !bad)].slice(0, SHOWN);
}

/** What a file holds, before it is imported. Asked once for each file; nothing is kept by the server. */
export function FilePreview({ file }: { file: Blob }) {
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  const isWhole = file.size <= WHOLE_BYTES;
  const look = async (): Promise<FoundGames> =>
    previewFile(account.token, { base64: await base64Of(isWhole ? file : file.slice(0, PART_BYTES)) });
  const { value: found, error } = useAsync(look, [file]);
  if (error !== null) {
    // A part of a file that is not text is nothing; of many files that are chosen at once the server looks at some.
    const isTooMany = (error as Partial<Refusal>).retryMs !== undefined;
    if (!isWhole || isTooMany) return <p class="caption">{t('library.import.unseen')}</p>;
    return (
      <div class="problem" role="alert">
        {error instanceof BadGame ? <FileNotes notes={[error]} /> : toasts.describe(error)}
      </div>
    );
  }
  if (!found)
    return (
      <p class="caption" aria-busy="true">
        {t('app.loading')}
      </p>
    );
  const format = found.format.toUpperCase();
  const encoding = found.encoding.toUpperCase();
  return (
    <div role="status">
      <p class="caption">
        {isWhole
          ? t('library.import.games', { format, encoding, n: found.count })
          : t('library.import.part', { format, encoding })}
      </p>
      <ol class="found-games">
        {gamesToShow(found, isWhole).map((game, at) => (
          <li key={at}>
            {aboutGame(t, game)}
            {game.bad && <FileNotes notes={[game.bad]} />}
          </li>
        ))}
      </ol>
      {isWhole && found.count > SHOWN && <p class="caption">…</p>}
      {isWhole && <FileNotes notes={found.notes} />}
    </div>
  );
}
