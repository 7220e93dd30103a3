const isMac = () => /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** Names a key of `keymap` for this platform: `⌘⇧8` or `Ctrl Shift 8`. */
export function keyName(key: string): string {
  const names = isMac() ? { Mod: "⌘", Alt: "⌥", Shift: "⇧" } : { Mod: "Ctrl", Alt: "Alt", Shift: "Shift" };
  const parts = key.split("-").map((part) => {
    const named = Object.entries(names).find(([name]) => name === part)?.[1];
    return named ?? (part.length === 1 ? part.toUpperCase() : part.replace("Backspace", "⌫"));
  });
  return parts.join(isMac() ? "" : " ");
}
