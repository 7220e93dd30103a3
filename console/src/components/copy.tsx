import { Button } from "./button.tsx";
import { useCopying } from "./copying.ts";

/** A command or a secret with a copy button. */
export function Copy({ text, label = "Copy" }: { text: string; label?: string }) {
  const { said, copy } = useCopying(() => text);
  return (
    <div className="flex min-w-0 items-center gap-2 rounded-md border border-line bg-sunk py-1 pr-1 pl-2.5">
      <code className="min-w-0 flex-1 font-mono text-small break-all select-all">{text}</code>
      <Button onClick={copy}>
        <span aria-live="polite">{said || label}</span>
      </Button>
    </div>
  );
}
