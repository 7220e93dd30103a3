import { getProgress, listActivity } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read, readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Section } from "../../../components/section.tsx";
import { Time } from "../../../components/time.tsx";
import type { PlanParams } from "../../../planning/params.ts";
import { BurnUp } from "./burn-up.tsx";

/** How many entries are shown at first, and at most. */
const [few, most] = [3, 200];

/** A plan's progress over time, and what happened in it. */
export function PlanHistory({ params }: { params: PlanParams }) {
  const progress = useQuery(read(getProgress, { params }));
  return (
    <div className="mt-4 grid gap-4">
      {progress.data && progress.data.progress.days.length > 1 && (
        <Section title="Progress">
          <BurnUp days={progress.data.progress.days} />
        </Section>
      )}
      <div className="print-none">
        <Section title="Activity">
          <Activity params={params} />
        </Section>
      </div>
    </div>
  );
}

function Activity({ params }: { params: PlanParams }) {
  const [limit, show] = useState<number>(few);
  const query = useQuery(
    readAll(listActivity, { params, query: { limit: String(limit) } }, "activity", limit),
  );
  return (
    <Loaded query={query}>
      {(all) => (
        <>
          <ol aria-label="Activity" className="grid gap-1.5">
            {all.map(({ seq, at, actor, credential, text, specShortId }) => (
              <li key={seq} className="text-note wrap-anywhere">
                <b className="font-[550]">{actor?.name ?? "Groundplan"}</b>{" "}
                {specShortId === undefined ? text : <Said text={text} params={{ ...params, specShortId }} />}
                {", "}
                <Time at={at} />
                {credential?.kind === "api_key" && `, with ${credential.name}`}
              </li>
            ))}
          </ol>
          {all.length === few && limit === few && (
            <Button look="quiet" className="mt-2" onClick={() => show(most)}>
              Show more
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Leads from the handle in a sentence to its spec. */
function Said({ text, params }: { text: string; params: PlanParams & { specShortId: string } }) {
  const { specShortId } = params;
  const index = text.indexOf(specShortId);
  if (index < 0) return text;
  return (
    <>
      {text.slice(0, index)}
      <Link
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={params}
        className="font-mono text-small text-accent underline"
      >
        {specShortId}
      </Link>
      {text.slice(index + specShortId.length)}
    </>
  );
}
