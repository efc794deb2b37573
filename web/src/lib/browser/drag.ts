// Dragging by mouse, finger or pen: an element follows the pointer and is let go over another one. What the browser takes
// over (a scroll, a call, a lost pointer) ends the drag and does nothing.
import type { Attachment } from "svelte/attachments";

const FAR = 6; // px: a shorter way is a click

export function draggable(place: string, drop: (onto: HTMLElement) => void): Attachment<HTMLElement> {
  return (node) => {
    let from: { id: number; x: number; y: number } | null = null;
    let moved = false;

    const under = (event: PointerEvent): HTMLElement | null =>
      document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => (node.contains(element) ? null : element.closest<HTMLElement>(place)))
        .find((element) => element !== null) ?? null;
    const show = (over: HTMLElement | null): void => {
      for (const element of document.querySelectorAll<HTMLElement>(`${place}[data-over]`)) delete element.dataset.over;
      if (over) over.dataset.over = "";
    };
    const end = (): void => {
      from = null;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", end);
      node.style.translate = "";
      delete node.dataset.dragged;
      show(null);
    };
    // The window is listened to while the button is down: a quick hand has left the card before its first move is told.
    const listen = (): void => {
      window.addEventListener("pointermove", move);
      window.addEventListener("pointerup", up);
      window.addEventListener("pointercancel", end);
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || from) return;
      from = { id: event.pointerId, x: event.clientX, y: event.clientY };
      moved = false;
      listen();
    };
    const move = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.id) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moved && Math.hypot(x, y) < FAR) return;
      if (!moved) node.setPointerCapture(event.pointerId);
      moved = true;
      node.dataset.dragged = "";
      node.style.translate = `${x}px ${y}px`;
      show(under(event));
    };
    const up = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.id) return;
      const onto = moved ? under(event) : null;
      end();
      if (onto) drop(onto);
    };
    const click = (event: MouseEvent): void => {
      if (!moved) return;
      moved = false;
      event.stopImmediatePropagation(); // the end of a drag is no click
    };
    const picture = (event: Event): void => event.preventDefault(); // the browser would drag the drawing of the card
    node.addEventListener("dragstart", picture);
    node.addEventListener("pointerdown", down);
    node.addEventListener("click", click, true);
    return () => {
      end();
      node.removeEventListener("dragstart", picture);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("click", click, true);
    };
  };
}
