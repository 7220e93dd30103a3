import type { SpecWithCriteria } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { AsideTitle } from "../../../components/page/aside-title.tsx";
import type { SpecParams } from "../../../planning/params.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
}

type Criterion = SpecWithCriteria["acceptanceCriteria"][number];

/** Where a suggested spec and its criteria come from. */
export function SpecSources({ params, spec: { acceptanceCriteria, origin } }: Properties) {
  const cited = acceptanceCriteria.flatMap((criterion, index) =>
    criterion.from.length > 0 ? [{ criterion, number: index + 1 }] : [],
  );
  if (cited.length === 0 && origin?.runId === undefined) return null;
  return (
    <section aria-label="Sources of criteria" className="mb-4 border-b border-line pb-4">
      <AsideTitle>Sources of criteria</AsideTitle>
      <dl className="grid gap-1.5 text-note">
        {cited.map(({ criterion, number }) => (
          <div key={number}>
            <dt className="text-small text-ink-3">{criterion.id ?? `Criterion ${number}`}</dt>
            {criterion.from.map((entry, index) => (
              <dd key={index.toString()} className="break-words">
                <Entry entry={entry} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {origin?.runId !== undefined && (
        <p className="mt-1.5 text-note text-ink-3">
          Drafted by the planning agent:{" "}
          <Link
            to="/projects/$projectSlug/plans/$planShortId/runs/$runId"
            params={{ projectSlug: params.projectSlug, planShortId: params.planShortId, runId: origin.runId }}
            className="text-accent underline"
          >
            see the run
          </Link>
        </p>
      )}
    </section>
  );
}

const changed = {
  attached: null,
  moved: "the source says it in other words now",
  orphaned: "no longer in the source",
} as const;

function Entry({ entry }: { entry: Criterion["from"][number] }) {
  if ("assumed" in entry) return "Assumed";
  if ("hidden" in entry) return "From a source that you can't read";
  const { quote, title, state } = entry;
  return (
    <>
      “{quote}” <span className="text-ink-3">· {title}</span>
      {changed[state] && <span className="text-warn"> · {changed[state]}</span>}
    </>
  );
}
