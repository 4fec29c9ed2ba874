import { fetchGamesFile } from '../../protocol/collections';
import { exportUrl, type GameRecord } from '../../protocol/records';
import { copyText } from '../core/copy';
import { saveFile } from '../core/save_file';
import { RoomIcon } from '../parts/room_icon';
import { useServices } from '../services/services';
import { KeepStudy } from './keep_study';
import { Pictures } from './pictures';
import { PlayFrom } from './play_from';
import type { Replay } from './replay_model';

/** `Lin-Mei-2024-11-18`, as the server names files of its games. */
const fileName = ({ game, players, tags, at }: GameRecord): string =>
  players
    .map(({ name }) => name)
    .concat(
      tags?.Date?.replaceAll('.??', '').replaceAll('.', '-') ??
        (at ? new Date(at).toISOString().slice(0, 10) : ''),
    )
    .filter(Boolean)
    .join('-') || game;

/** The game as a file, the position as text, the board as a picture. */
export function Export({ replay }: { replay: Replay }) {
  const { record, game } = replay;
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  const copyPosition = async (): Promise<void> => {
    if (replay.knownPosition && (await copyText(replay.knownPosition.pos))) toasts.show(t('room.copied'));
  };
  /** A link would not say who asks, and most collections are private. */
  const saveGame = async (format: string): Promise<void> => {
    const { id = '', number } = record.collection ?? {};
    const { notation } = preferences.settings.value;
    try {
      const { file } = await fetchGamesFile(account.token, id, { format, notation, games: String(number) });
      saveFile(file, fileName(record), format);
    } catch (error) {
      toasts.showError(error);
    }
  };
  return (
    <section class="card export">
      <h2>
        <RoomIcon name="down" /> {t('replay.export')}
      </h2>
      <div class="row">
        {(record.gameId === '' ? [] : game.formats).map((format) => (
          <a
            key={format}
            class="button small"
            href={exportUrl(record.gameId, format, preferences.settings.value.notation)}
            download
          >
            {format.toUpperCase()}
          </a>
        ))}
        {record.collection &&
          game.formats
            // Which keeps whole records, of rooms.
            .filter((format) => format !== 'json')
            .map((format) => (
              <button key={format} class="button small" onClick={() => void saveGame(format)}>
                {format.toUpperCase()}
              </button>
            ))}
        <KeepStudy replay={replay} />
        <PlayFrom place={record} from={replay.knownPosition} />
        <button class="button small" onClick={() => void copyPosition()}>
          <RoomIcon name="copy" size={15} /> {t('replay.position')}
        </button>
        <Pictures replay={replay} name={fileName(record)} />
      </div>
    </section>
  );
}
