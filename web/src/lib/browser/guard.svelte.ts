// When the keys of an offer begin to act: a little after it was first seen, so that a press that was meant for what was
// there before does nothing.
const GUARD = 250; // ms: quicker than that nobody has read it

export class Guard {
  live = $state(false);
  private from = Infinity;

  /** The moment from which a key that goes down counts. */
  readonly since = (): number => this.from;

  /** It cannot be seen yet. */
  hide(): void {
    this.live = false;
    this.from = Infinity;
  }

  /** Something new is offered and drawn in the next frame; call the answer when it is gone. */
  show(): () => void {
    this.hide();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      this.from = performance.now() + GUARD;
      timer = setTimeout(() => (this.live = true), GUARD);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }
}
