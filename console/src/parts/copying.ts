import { useState } from "react";

/** Returns what copies a text, and what became of that in words, for two seconds. */
export function useCopying(textOf: () => string): { said: string; copy: () => Promise<void> } {
  const [said, say] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(textOf());
      say("Copied");
    } catch {
      // A page on plain HTTP may not write to the clipboard.
      say("Select it to copy");
    }
    setTimeout(say, 2000, "");
  };
  return { said, copy };
}
