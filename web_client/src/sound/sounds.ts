import type { SoundName, Voices } from './voices';

/** Browsers keep a page silent until one of these; a drag is no gesture to some phones, so the first of them may
 *  fail. */
const gestures = ['pointerup', 'keydown', 'click'] as const;

/**
 * The sounds of the client, synthesised. One instance serves all pages, because browsers allow sound only after a
 * gesture: a click in the lobby lets the room sound. `play` before the first gesture, or with `volume` 0 (the loudest
 * is 1), does nothing; a sound is never played late.
 */
export class Sounds {
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  #loudness = 1;
  /** Fetched with the first gesture: no page waits for them. */
  #voices: Voices | null = null;
  readonly #stop = new AbortController();

  constructor(
    gestureTarget: EventTarget,
    private readonly openContext: () => AudioContext = () => new AudioContext(),
    private readonly loadVoices: () => Promise<Voices> = async () => (await import('./voices')).voices,
  ) {
    for (const gesture of gestures)
      gestureTarget.addEventListener(gesture, () => this.#wake(), {
        signal: this.#stop.signal,
        capture: true,
      });
  }

  set volume(volume: number) {
    this.#loudness = volume;
    if (this.#master) this.#master.gain.value = this.#loudness;
  }

  play(name: SoundName): void {
    if (this.#context?.state !== 'running' || !this.#master || this.#loudness === 0) return;
    this.#voices?.[name](this.#context, this.#master, this.#context.currentTime);
  }

  /** Within a gesture: only there browsers let a context be opened, or go on. */
  #wake(): void {
    try {
      this.#context ??= this.openContext();
    } catch {
      // A browser that lets no page sound.
      this.#stop.abort();
      return;
    }
    if (!this.#master) {
      // Without them, on a line that broke, the next gesture asks again.
      void this.loadVoices().then(
        (voices) => (this.#voices = voices),
        () => (this.#master = null),
      );
      this.#master = this.#context.createGain();
      this.#master.gain.value = this.#loudness;
      this.#master.connect(this.#context.destination);
    }
    // Phones suspend the context when the page is left, so the listeners stay.
    if (this.#context.state !== 'running') this.#context.resume().catch(() => undefined);
  }
}
