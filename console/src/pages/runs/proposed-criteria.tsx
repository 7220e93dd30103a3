import { listPlanContext, type Suggestion } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { readAll } from "../../api/read.ts";
import { Pill } from "../../components/pill.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import type { RunParams } from "./run-params.ts";

interface Properties {
  params: RunParams;
  title: string;
  content: string;
  proposed: Pick<Suggestion["specs"][number], "content" | "from">;
}

/** Each criterion beside the words that it comes from. Accepting binds them to its words, as shown here. */
export function ProposedCriteria({ params, title, content, proposed }: Properties) {
  const { projectSlug, planShortId } = params;
  const sources = useQuery(readAll(listPlanContext, { params: { projectSlug, planShortId } }, "sources"));
  const criteria = acceptanceCriteria(content);
  if (criteria.length === 0) return null;
  const words = acceptanceCriteria(proposed.content).map(({ text }) => text);
  const sourcesFor = (text: string) => proposed.from.filter(({ criterion }) => words[criterion - 1] === text);
  const titleOf = (id: string) => sources.data?.find((source) => source.id === id)?.title ?? "a source";
  return (
    <ol aria-label={`Criteria of ${title}`} className="mt-2">
      {criteria.map(({ id, text }, index) => (
        <li
          key={index.toString()}
          className="grid gap-x-4 gap-y-1 border-t border-line py-1.5 column:grid-cols-2"
        >
          <div className="flex min-w-0 items-baseline gap-2">
            <span className="font-mono text-small whitespace-nowrap text-ink-3">{id ?? index + 1}</span>
            <div className="min-w-0 break-words">
              <Markdown text={text} isNote />
            </div>
          </div>
          <span className="grid min-w-0 content-start gap-1 text-note break-words text-ink-2">
            {!words.includes(text) && <Pill>Your words</Pill>}
            {sourcesFor(text).map((entry, nth) => (
              <span key={nth.toString()}>
                {"sourceId" in entry ? (
                  <>
                    “{entry.quote}”{" "}
                    <Link
                      to="/projects/$projectSlug/plans/$planShortId/context/$sourceId"
                      params={{ projectSlug, planShortId, sourceId: entry.sourceId }}
                      className="text-accent underline underline-offset-2"
                    >
                      {titleOf(entry.sourceId)}
                    </Link>
                    {entry.state && <span className="text-warn"> · no longer in the source</span>}
                  </>
                ) : "assumed" in entry ? (
                  <Pill tone="warn">Assumed</Pill>
                ) : (
                  "From a source that you can't read"
                )}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}
