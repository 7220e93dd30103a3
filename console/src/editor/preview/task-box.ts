import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { type Command, type EditorView, WidgetType } from "@codemirror/view";
import { itemAt, type SyntaxNode } from "../items.ts";

/** The longest accessible name. */
const longestName = 100;

/** A task's `[ ]`. */
interface Task {
  from: number;
  to: number;
  isTicked: boolean;
  words: string;
}

export function taskOf({ doc }: EditorState, item: SyntaxNode): Task | null {
  const marker = item.getChild("Task")?.getChild("TaskMarker");
  if (!marker) return null;
  const { from, to } = marker;
  const words = doc.sliceString(to, Math.min(doc.lineAt(to).to, to + longestName)).trim();
  return { from, to, isTicked: /x/i.test(doc.sliceString(from, to)), words };
}

function toggle(view: EditorView, { from, isTicked }: Task): void {
  view.dispatch({
    changes: { from: from + 1, to: from + 2, insert: isTicked ? " " : "x" },
    userEvent: "input.task",
  });
}

/** A checkbox that can be pressed; the text keeps the focus. */
export class BoxWidget extends WidgetType {
  readonly isTicked: boolean;
  readonly words: string;
  constructor(isTicked: boolean, words: string) {
    super();
    this.isTicked = isTicked;
    this.words = words;
  }
  override eq(other: BoxWidget): boolean {
    return other.isTicked === this.isTicked && other.words === this.words;
  }
  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.className = "cm-box";
    box.tabIndex = -1;
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("change", () => {
      const task = taskAtLine(view.state, view.posAtDOM(box));
      if (task) toggle(view, task);
    });
    this.updateDOM(box);
    return box;
  }
  override updateDOM(box: HTMLElement): boolean {
    if (!(box instanceof HTMLInputElement)) return false;
    box.checked = this.isTicked;
    box.ariaLabel = this.words || "Task";
    return true;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** Returns the task that begins in the line of this place. */
function taskAtLine(state: EditorState, place: number): Task | null {
  const { from, to } = state.doc.lineAt(place);
  let found: Task | null = null;
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (name === "ListItem" && node.from >= from) found ??= taskOf(state, node);
    },
  });
  return found;
}

/** Presses the checkbox of the cursor's item. */
export const pressBox: Command = (view) => {
  const item = itemAt(view.state, view.state.selection.main.head);
  const task = item && taskOf(view.state, item);
  if (!task) return false;
  toggle(view, task);
  return true;
};
