import type { KeyBinding } from "@codemirror/view";
import { commands, type TextCommand } from "./commands.ts";
import { runs } from "./edit.ts";

const all: readonly TextCommand[] = Object.values(commands);

export const commandKeys: readonly KeyBinding[] = all.flatMap(({ key, edit }) =>
  key ? [{ key, run: runs(edit), preventDefault: true }] : [],
);
