/** Milliseconds after which a page that nobody touches is left alone. */
const LEFT_AFTER_MS = 60_000;

let touchedAt = Date.now();

/** Notes from now on when somebody points, types or scrolls in a window. */
export function watchTouches(window: EventTarget): void {
  const note = () => {
    touchedAt = Date.now();
  };
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'])
    window.addEventListener(kind, note, { capture: true, passive: true });
}

/** Whether what the page sends now is by itself: that does not keep a session of staff open. */
export function isLeftAlone(): boolean {
  return Date.now() - touchedAt > LEFT_AFTER_MS;
}
