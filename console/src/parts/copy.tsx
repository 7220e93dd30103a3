import { useState } from "react";
import { Button } from "./button.tsx";

/** Shows a text to copy, such as a command or a secret, with a button that copies it. */
export function Copy({ text, label = "Copy" }: { text: string; label?: string }) {
  const [said, say] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      // A page on plain HTTP may not write to the clipboard.
      say("Select it to copy");
    }
    setTimeout(say, 2000, "");
  };
  return (
    <div className="flex min-w-0 items-center gap-2 rounded-md border border-line bg-sunk py-1 pr-1 pl-2.5">
      <code className="min-w-0 flex-1 font-mono text-small break-all select-all">{text}</code>
      <Button onClick={copy}>
        <span aria-live="polite">{said || label}</span>
      </Button>
    </div>
  );
}
