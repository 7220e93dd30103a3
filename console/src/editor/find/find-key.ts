import type { KeyBinding } from "@codemirror/view";

/** Loads the panel with its first use. */
export const findKey: KeyBinding = {
  key: "Mod-f",
  run: (view) => {
    void import("./find.ts").then(({ openFind }) => openFind(view));
    return true;
  },
};
