// Every sound is a few oscillators and a breath of noise: nothing to download. Times in seconds, pitches in hertz.

export type SoundName =
  'found' | 'move' | 'capture' | 'check' | 'lowTime' | 'tick' | 'offer' | 'chat' | 'end';

/**
 * Plays a sound at the time `at` of `context`, which may be now, into `out`. It cleans up after itself: its nodes
 * end.
 */
export type Voice = (context: AudioContext, out: AudioNode, at: number) => void;

export type Voices = Readonly<Record<SoundName, Voice>>;

export const voices: Voices = {
  /** An opponent was found. */
  found(context, out, at) {
    tone(context, out, at, { pitch: 523, length: 0.18, loudness: 0.24 });
    tone(context, out, at + 0.12, { pitch: 784, length: 0.36, loudness: 0.24 });
  },
  move: (context, out, at) => knock(context, out, at, 1),
  capture(context, out, at) {
    knock(context, out, at, 0.8);
    knock(context, out, at + 0.07, 1);
  },
  check: (context, out, at) => tone(context, out, at, { pitch: 660, length: 0.09, loudness: 0.22 }),
  lowTime: (context, out, at) => tone(context, out, at, { pitch: 880, length: 0.14, loudness: 0.22 }),
  /** Each of the last seconds. */
  tick: (context, out, at) => tone(context, out, at, { pitch: 1175, length: 0.06, loudness: 0.2 }),
  /** The other side asks for something. */
  offer(context, out, at) {
    tone(context, out, at, { pitch: 587, length: 0.12, loudness: 0.2 });
    tone(context, out, at + 0.1, { pitch: 698, length: 0.2, loudness: 0.2 });
  },
  chat: (context, out, at) => tone(context, out, at, { pitch: 740, length: 0.08, loudness: 0.1 }),
  end(context, out, at) {
    tone(context, out, at, { pitch: 523, length: 0.16, loudness: 0.2 });
    tone(context, out, at + 0.16, { pitch: 392, length: 0.3, loudness: 0.2 });
  },
};

/** Wood on wood: the click is noise, the body of the board a low tone that dies at once. */
function knock(context: AudioContext, out: AudioNode, at: number, loudness: number): void {
  const click = context.createBufferSource();
  click.buffer = noise(context, 0.03);
  const felt = context.createBiquadFilter();
  felt.type = 'lowpass';
  felt.frequency.value = 2600;
  click.connect(felt).connect(fading(context, out, at, 0.45 * loudness, 0.03));
  click.start(at);
  tone(context, out, at, { pitch: 180, length: 0.09, loudness: 0.5 * loudness });
}

interface Tone {
  readonly pitch: number;
  readonly length: number;
  readonly loudness: number;
}

/** A sine that begins at once and dies away. A volume that jumped to 0 at its end would click. */
function tone(context: AudioContext, out: AudioNode, at: number, { pitch, length, loudness }: Tone): void {
  const oscillator = context.createOscillator();
  oscillator.frequency.value = pitch;
  oscillator.connect(fading(context, out, at, loudness, length));
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** A gain that begins loud and has died after `length`; exponential, because that is how ears count. */
function fading(
  context: AudioContext,
  out: AudioNode,
  at: number,
  loudness: number,
  length: number,
): AudioNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(out);
  return gain;
}

/** White noise of `length` seconds, made anew each time: 30 ms are some thousand samples. */
function noise(context: AudioContext, length: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
