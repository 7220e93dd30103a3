import { Button } from "../button.tsx";
import { useCopying } from "../copying.ts";
import { PlainText } from "./plain-text.tsx";

/** A block of lines, such as a script, with a copy button. */
export function CopyLines({ text, label }: { text: string; label: string }) {
  const { said, copy } = useCopying(() => text);
  return (
    <section aria-label={label} className="grid min-w-0 gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-note font-semibold">{label}</h3>
        <Button onClick={() => void copy()}>
          <span aria-live="polite">{said || "Copy"}</span>
        </Button>
      </div>
      <PlainText text={text} />
    </section>
  );
}
