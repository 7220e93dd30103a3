import type { EditorView } from "@codemirror/view";
import { createRoot, type Root } from "react-dom/client";
import { OfferList } from "./offer-list.tsx";
import { Offering } from "./offering.ts";
import type { Names, Offer } from "./offers.ts";
import type { Typed } from "./typed.ts";

let count = 0;

/** Pixels that the longest list takes. */
const mostHeight = 260;

/** The offers in the text editor, whose list lies in the editor's own element. */
export class EditorOffers {
  readonly #view: EditorView;
  readonly #offering: Offering;
  readonly #place = document.createElement("div");
  readonly #root: Root;

  constructor(view: EditorView, names: () => Names) {
    this.#view = view;
    this.#offering = new Offering(names, (offer, typed) => this.#insert(offer, typed));
    this.#place.className = "absolute z-10 w-80 max-w-full";
    view.dom.append(this.#place);
    this.#root = createRoot(this.#place);
    const id = `offers-${(count++).toString()}`;
    this.#root.render(<OfferList offering={this.#offering} id={id} field={view.contentDOM} />);
  }

  isOpen = (): boolean => this.#offering.state.get().typed !== null;

  look(typed: Typed | null): void {
    this.#offering.look(typed);
    this.place();
  }

  /** Puts the list below the sign, or above it near the window's end, within the editor. */
  place(): void {
    const { typed } = this.#offering.state.get();
    if (!typed) return;
    const at = this.#view.state.selection.main.head - typed.length;
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        const [words, frame] = [view.coordsAtPos(at), view.dom.getBoundingClientRect()];
        if (!words) return null;
        const left = Math.min(words.left - frame.left, frame.width - this.#place.offsetWidth);
        const below = innerHeight - words.bottom;
        const isAbove = below < mostHeight && words.top > below;
        return {
          left: Math.max(0, left),
          top: isAbove ? "auto" : `${words.bottom - frame.top}px`,
          bottom: isAbove ? `${frame.bottom - words.top}px` : "auto",
        };
      },
      write: (place) => {
        if (!place) return;
        this.#place.style.left = `${place.left}px`;
        this.#place.style.top = place.top;
        this.#place.style.bottom = place.bottom;
      },
    });
  }

  press = (key: string): boolean => this.#offering.press(key);

  #insert({ text }: Offer, { length }: Typed): void {
    const { head } = this.#view.state.selection.main;
    const insert = `${text} `;
    const from = head - length;
    this.#view.dispatch({
      changes: { from, to: head, insert },
      selection: { anchor: from + insert.length },
      userEvent: "input.complete",
    });
  }

  end(): void {
    this.#offering.close();
    this.#place.remove();
    // React refuses to end a root while it renders the page that ends the editor.
    queueMicrotask(() => this.#root.unmount());
  }
}
