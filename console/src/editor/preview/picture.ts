import { type EditorView, WidgetType } from "@codemirror/view";
import { queryClient } from "../../api/query-client.ts";
import { pictureOf, whyLost } from "../../components/text/picture-of.ts";

/** A picture of ours, loaded with the session; one that can't be shown is told by name. */
export class PictureWidget extends WidgetType {
  readonly path: string;
  readonly alt: string;
  constructor(path: string, alt: string) {
    super();
    this.path = path;
    this.alt = alt;
  }
  override eq(other: PictureWidget): boolean {
    return other.path === this.path && other.alt === this.alt;
  }
  override toDOM(view: EditorView): HTMLElement {
    const place = document.createElement("span");
    place.className = "cm-picture cm-picture-words";
    place.textContent = `Loading ${this.alt || "a picture"}…`;
    const show = (blob: Blob) => {
      const picture = document.createElement("img");
      picture.alt = this.alt;
      picture.src = URL.createObjectURL(blob);
      const settle = () => {
        URL.revokeObjectURL(picture.src);
        view.requestMeasure();
      };
      picture.addEventListener("load", settle);
      picture.addEventListener("error", settle);
      place.className = "cm-picture";
      place.replaceChildren(picture);
    };
    queryClient.fetchQuery(pictureOf(this.path)).then(show, (error: unknown) => {
      place.textContent = whyLost(this.alt, error);
    });
    return place;
  }
}
