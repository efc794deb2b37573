// Sounds made on the spot: no files, nothing to load.
import { preferences } from "./preferences.svelte";

class Sound {
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;

  /** Browsers let a page make sound after the first touch; until then nothing is queued. */
  wake(): void {
    if (!preferences.sound) return;
    try {
      this.context ??= new AudioContext();
      if (this.context.state === "suspended") void this.context.resume();
    } catch {
      this.context = null;
    }
  }

  private ready(): AudioContext | null {
    return preferences.sound && this.context?.state === "running" ? this.context : null;
  }

  private rustle(after: number, length: number, pitch: number, loud: number): void {
    const context = this.ready();
    if (!context) return;
    if (!this.noise) {
      this.noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
      const data = this.noise.getChannelData(0);
      for (let index = 0; index < data.length; index += 1) data[index] = Math.random() * 2 - 1;
    }
    const at = context.currentTime + after / 1000;
    const source = context.createBufferSource();
    source.buffer = this.noise;
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = pitch;
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    source.connect(band).connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + length);
  }

  private tone(after: number, pitch: number, length: number, loud: number, shape: OscillatorType = "sine"): void {
    const context = this.ready();
    if (!context) return;
    const at = context.currentTime + after / 1000;
    const source = context.createOscillator();
    source.type = shape;
    source.frequency.value = pitch;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + length + 0.02);
  }

  deal(after = 0): void {
    this.rustle(after, 0.07, 2600, 0.16);
  }
  turn(after = 0): void {
    this.rustle(after, 0.1, 1500, 0.2);
  }
  chip(after = 0): void {
    this.tone(after, 3100, 0.05, 0.05, "triangle");
    this.tone(after + 34, 4200, 0.06, 0.04, "triangle");
  }
  knock(after = 0): void {
    this.rustle(after, 0.05, 300, 0.5);
    this.rustle(after + 110, 0.05, 300, 0.4);
  }
  yourTurn(): void {
    this.tone(0, 660, 0.12, 0.05);
  }
  settle(gain: number, after = 0): void {
    if (gain > 0) {
      [523, 659, 784].forEach((pitch, index) => this.tone(after + index * 80, pitch, 0.22, 0.06));
      this.chip(after + 180);
    } else if (gain < 0) {
      this.tone(after, 196, 0.22, 0.05);
    } else {
      this.tone(after, 392, 0.14, 0.04);
    }
  }
}

export const sound = new Sound();
