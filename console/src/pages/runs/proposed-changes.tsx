import { getDocument, getSuggestion, type RunStep, type Suggestion } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { Pill, type Tone } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import type { RunParams } from "./run-params.ts";

type Change = NonNullable<RunStep["suggestion"]>;

interface Properties {
  params: RunParams;
  change: Change;
}

/** The changes of specs that the run suggests, in the order in which it did. */
export function ProposedChanges({ params, steps }: { params: RunParams; steps: readonly RunStep[] }) {
  const changes = new Map<string, Change>();
  for (const { suggestion } of steps)
    if (suggestion?.specShortId) changes.set(suggestion.suggestionId, suggestion);
  if (changes.size === 0) return null;
  return (
    <Section title="Proposed changes" says="Each is accepted or rejected beside its spec.">
      <ul aria-label="Proposed changes">
        {[...changes.values()].map((change) => (
          <ProposedChange key={change.suggestionId} params={params} change={change} />
        ))}
      </ul>
    </Section>
  );
}

const states: Record<Suggestion["state"], { words: string; tone: Tone }> = {
  open: { words: "Open", tone: "accent" },
  accepted: { words: "Accepted", tone: "good" },
  rejected: { words: "Rejected", tone: "plain" },
  outdated: { words: "Outdated", tone: "plain" },
};

function ProposedChange({ params, change }: Properties) {
  const { documentId, suggestionId } = change;
  const { data, isError } = useQuery({
    ...read(getSuggestion, { params: { documentId, suggestionId } }),
    retry: false,
  });
  const state = data && states[data.suggestion.state];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-2 py-1.5">
      <ChangeLink params={params} change={change} />
      {state && <Pill tone={state.tone}>{state.words}</Pill>}
      {isError && <Pill>Not there any more</Pill>}
      <span className="min-w-0 text-note break-words text-ink-2">{data?.suggestion.reason}</span>
    </li>
  );
}

/** Leads to the suggestion beside its spec, which may be in another plan of the same tree. */
export function ChangeLink({ params, change: { documentId, suggestionId, specShortId = "" } }: Properties) {
  const { data } = useQuery({ ...read(getDocument, { params: { documentId } }), retry: false });
  const planShortId = data?.document.path?.split("/")[0] ?? params.planShortId;
  return (
    <Link
      to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
      params={{ projectSlug: params.projectSlug, planShortId, specShortId }}
      search={{ suggestion: suggestionId }}
      className="inline-block min-h-6 text-note break-words text-accent underline underline-offset-2"
    >
      The change it suggests for {specShortId}
      {data && ` ${data.document.title}`}
    </Link>
  );
}
