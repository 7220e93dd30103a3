import { type Claim, getSpec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { Handle } from "../../components/handle.tsx";
import { RowLink, RowWithActs } from "../../components/lists/row.tsx";
import { HeldBy } from "../../planning/claims/held-by.tsx";

/** A claim with its note. The row links to its spec, which has the title. */
export function ClaimRow({ claim }: { claim: Claim }) {
  const { projectSlug, planShortId, specShortId, note } = claim;
  const params = { projectSlug, planShortId, specShortId };
  const { data } = useQuery(read(getSpec, { params }));
  return (
    <RowWithActs id={claim.id} after={<HeldBy params={params} claim={claim} place="row" />}>
      <RowLink
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={params}
        className="flex-wrap gap-y-0"
      >
        <Handle className="flex-none column:w-32">
          {planShortId} {specShortId}
        </Handle>
        <span className="min-w-0 flex-1 basis-40 column:truncate">{data?.spec.title}</span>
        {note !== null && (
          <span className="basis-full truncate text-note text-ink-2 column:pl-34.5" title={note}>
            {note}
          </span>
        )}
      </RowLink>
    </RowWithActs>
  );
}
