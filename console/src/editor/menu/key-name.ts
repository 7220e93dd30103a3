import { keyNames } from "../../components/keyboard/keys.ts";

/** Names a key in the notation of `keymap`. */
export const keyName = (key: string): string =>
  keyNames(key.replace("Mod-", "mod+").replace("Alt-", "alt+").replace("Shift-", "shift+")).join(" ");
