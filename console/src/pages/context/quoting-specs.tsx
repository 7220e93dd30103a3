import { listQuotes } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";
import { Section } from "../../components/section.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import type { PlanParams } from "../../planning/params.ts";

const changed = {
  attached: null,
  moved: "It says this in other words now.",
  orphaned: "It doesn't say this any more.",
} as const;

/** The specs whose criteria quote a source. Those whose words it has lost come first. */
export function QuotingSpecs({ params, sourceId }: { params: PlanParams; sourceId: string }) {
  const quotes = useQuery({
    ...readAll(listQuotes, { params: { ...params, sourceId } }, "quotes"),
    refetchOnMount: "always",
  });
  const sorted = (quotes.data ?? []).toSorted(
    (a, b) => Number(a.state === "attached") - Number(b.state === "attached"),
  );
  if (sorted.length === 0) return null;
  return (
    <div className="mt-8 max-w-[70ch]">
      <Section title="Specs that quote it">
        <ul aria-label="Specs that quote it">
          {sorted.map(({ planShortId, specShortId, criterion, quote, state }, index) => (
            <li key={index.toString()} className="border-t border-line py-1.5">
              {/* Handles in texts are links with titles. */}
              <Markdown text={`${planShortId}/${specShortId}`} isNote />
              <p className="text-note break-words">
                {criterion.id ?? `Criterion ${criterion.number}`}: {criterion.text}
              </p>
              <p className="text-note break-words text-ink-2">
                “{quote}” {changed[state] && <span className="text-warn">{changed[state]}</span>}
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
