import type { EditorView } from "@codemirror/view";

/** Places an element beside a character, within editor and window, on the given side if it fits there. */
export function placeBeside(
  view: EditorView,
  dom: HTMLElement,
  place: number,
  side: "above" | "below",
): void {
  view.requestMeasure({
    key: dom,
    read: () => {
      const at = view.coordsAtPos(place) ?? view.contentDOM.getBoundingClientRect();
      const box = view.dom.getBoundingClientRect();
      const { width, height } = dom.getBoundingClientRect();
      const fitsAbove = at.top - height > 0;
      const isAbove = side === "above" ? fitsAbove : fitsAbove && at.bottom + height > innerHeight;
      const top = isAbove ? at.top - height - 4 : at.bottom + 4;
      return {
        top: top - box.top,
        left: Math.max(0, Math.min(at.left - box.left, box.width - width)),
      };
    },
    write: ({ top, left }) => {
      dom.style.top = `${top}px`;
      dom.style.left = `${left}px`;
    },
  });
}
