import { Markdown } from "../../components/text/markdown.tsx";

/** Longer descriptions are collapsed, to keep the specs in view. */
const longest = 400;

export function PlanDescription({ text }: { text: string }) {
  const words = (
    <div className="max-w-[70ch] text-ink-2">
      <Markdown text={text} isNote />
    </div>
  );
  if (text.length <= longest) return <div className="mb-4">{words}</div>;
  return (
    <details className="mb-4">
      <summary className="w-fit cursor-pointer rounded-md text-note font-[550] text-accent">
        What this plan is about
      </summary>
      <div className="mt-2">{words}</div>
    </details>
  );
}
