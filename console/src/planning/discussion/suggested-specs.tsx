import type { Suggestion } from "@groundplan/contract";
import { listPlanContext } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { effortLabel, readinessLabel } from "../../../../contract/src/planning/display-words.ts";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import { Check } from "../../components/forms/check.tsx";
import { Handle } from "../../components/handle.tsx";
import { Meter } from "../../components/meter.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { AgentWords } from "../agent-words.tsx";
import type { PlanParams } from "../params.ts";

type SuggestedSpec = Suggestion["specs"][number];

interface Properties {
  plan: PlanParams;
  specs: readonly SuggestedSpec[];
  /** Refs of the specs to leave out; null if the user can't choose. */
  left: ReadonlySet<string> | null;
  onLeave: (left: ReadonlySet<string>) => void;
}

/** The new specs of a suggestion, with a tick for each to take. */
export function SuggestedSpecs({ plan, specs, left, onLeave }: Properties) {
  const { projectSlug, planShortId } = plan;
  const hasQuotes = specs.some(({ from }) => from.some((entry) => "sourceId" in entry));
  const sources = useQuery({
    ...readAll(listPlanContext, { params: { projectSlug, planShortId } }, "sources"),
    enabled: hasQuotes,
  });
  const titles = new Map([
    ...(sources.data ?? []).map(({ id, title }) => [id, title] as const),
    ...specs.map(({ ref, title }) => [ref, title] as const),
  ]);
  return (
    <ul aria-label="Suggested specs" className="my-1.5 grid gap-1.5">
      {specs.map((spec) => (
        <li key={spec.ref} className="border-t border-line pt-1.5">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 flex-1 font-[550] break-words">
              {left ? (
                <Check
                  checked={!left.has(spec.ref)}
                  onChange={({ target }) =>
                    onLeave(target.checked ? without(left, spec.ref) : new Set(left).add(spec.ref))
                  }
                >
                  {spec.title}
                </Check>
              ) : (
                spec.title
              )}
            </span>
            <Outcome plan={plan} spec={spec} />
          </div>
          <SpecDetails spec={spec} titles={titles} />
        </li>
      ))}
    </ul>
  );
}

function without(refs: ReadonlySet<string>, ref: string): Set<string> {
  const rest = new Set(refs);
  rest.delete(ref);
  return rest;
}

function Outcome({ plan, spec: { state, specShortId } }: { plan: PlanParams; spec: SuggestedSpec }) {
  if (specShortId !== undefined)
    return (
      <Link
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={{ ...plan, specShortId }}
        className="text-accent"
      >
        <Handle>{specShortId}</Handle>
      </Link>
    );
  return state === "left_out" && <span className="text-small text-ink-3">Left out</span>;
}

/** Effort, readiness, needs and sources, with the text on demand. `titles` are those of sources and of specs. */
function SpecDetails({ spec, titles }: { spec: SuggestedSpec; titles: ReadonlyMap<string, string> }) {
  const [isShown, show] = useState(false);
  const { title, content, effort, needsFirst, from, readiness, unseen = [] } = spec;
  const label = readinessLabel(readiness);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-3">
        <Meter grade={readiness} label={label} />
        <span>{label}</span>
        {effort !== null && <span>Effort: {effortLabel(effort)}</span>}
        {needsFirst.length > 0 && (
          <span className="break-words">
            needs {needsFirst.map((need) => titles.get(need) ?? need).join(", ")}
          </span>
        )}
        {from.length > 0 && <span>{counted(from.length, "source")}</span>}
        {(content !== "" || from.length > 0) && (
          <Button
            look="quiet"
            className="-my-1 -ml-2.5"
            aria-label={`${isShown ? "Hide" : "Show"} text of ${title}`}
            aria-expanded={isShown}
            onClick={() => show(!isShown)}
          >
            {isShown ? "Hide" : "Show"} text
          </Button>
        )}
      </div>
      {unseen.length > 0 && (
        <p className="text-small break-words text-warn">
          Names that stand in nothing that was read: {unseen.join(", ")}
        </p>
      )}
      {isShown && (
        <div className="mt-1 rounded-md bg-sunk px-3 py-2">
          <AgentWords>
            <Markdown text={content} isNote />
          </AgentWords>
          {from.length > 0 && (
            <ul aria-label={`Sources of ${title}`} className="mt-2 grid gap-1 text-note text-ink-2">
              {from.map((entry, index) => (
                <li key={`${entry.criterion} ${index.toString()}`} className="break-words">
                  Criterion {entry.criterion}: {wordsOf(entry, titles)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}

function wordsOf(entry: SuggestedSpec["from"][number], titles: ReadonlyMap<string, string>): string {
  if ("assumed" in entry) return "assumed";
  if ("hidden" in entry) return "from a source that you can't read";
  const words = `“${entry.quote}” · ${titles.get(entry.sourceId) ?? "a source"}`;
  return entry.state ? `${words}, no longer in the source` : words;
}
