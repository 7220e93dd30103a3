import { Decoration } from "@codemirror/view";

/** Takes a mark out of sight; the text keeps it. */
export const hidden = Decoration.replace({});

export const inCode = Decoration.mark({ class: "cm-code-words" });

const lines = new Map<string, Decoration>();

/** Returns the one decoration of lines with these classes. */
export function lineOf(classes: string): Decoration {
  const known = lines.get(classes) ?? Decoration.line({ class: classes });
  lines.set(classes, known);
  return known;
}

export const linkTo = (address: string): Decoration =>
  Decoration.mark({ class: "cm-link", attributes: { title: address } });
