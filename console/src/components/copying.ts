import { useState } from "react";

/** The result is shown for two seconds. */
export function useCopying(textOf: () => string): { said: string; copy: () => Promise<void> } {
  const [said, say] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(textOf());
      say("Copied");
    } catch {
      // Pages over plain HTTP may not write to the clipboard.
      say("Select it to copy");
    }
    setTimeout(say, 2000, "");
  };
  return { said, copy };
}
