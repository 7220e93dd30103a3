import type { SpecWithCriteria } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { AsideTitle } from "../../../components/page/aside-title.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { AddNeed } from "./add-need.tsx";
import { NeedElsewhere } from "./need-elsewhere.tsx";
import { NeedRow } from "./need-row.tsx";
import { useNeeds } from "./needs.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

const section = "mb-4 border-b border-line pb-4";

/** Dependencies in both directions; its own are editable. */
export default function SpecNeeds({ params, spec, canEdit }: Properties) {
  const { projectSlug, planShortId } = params;
  const { specs, from, add, remove } = useNeeds(params, spec);
  if (!specs) return null;
  const placeOf = (handle: string) => ({
    to: `/projects/${projectSlug}/plans/${planShortId}/specs/${handle}`,
    handle,
  });
  const own = new Set(specs.map(({ id }) => id));
  const needed = specs.filter(({ shortId }) => spec.needsFirst.includes(shortId));
  const neededBy = specs.filter(({ needsFirst }) => needsFirst.includes(spec.shortId));
  const elsewhere = from.flatMap(({ toSpecId }) => (toSpecId !== null && !own.has(toSpecId) ? toSpecId : []));
  return (
    <>
      <section className={section} aria-label="Needs first">
        <AsideTitle>Needs first</AsideTitle>
        {needed.length + elsewhere.length === 0 && <Nothing />}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {needed.map(({ id, shortId, title }) => (
            <NeedRow
              key={id}
              place={placeOf(shortId)}
              title={title}
              remove={canEdit ? () => remove({ id, shortId }, shortId) : null}
            />
          ))}
          {elsewhere.map((toSpecId) => (
            <NeedElsewhere
              key={toSpecId}
              specId={toSpecId}
              remove={canEdit ? (name) => remove({ id: toSpecId, shortId: null }, name) : null}
            />
          ))}
        </ul>
        {canEdit && <AddNeed params={params} spec={spec} specs={specs} known={from} add={add} />}
      </section>
      <section className={section} aria-label="Needed by">
        <AsideTitle>Needed by</AsideTitle>
        {neededBy.length === 0 && <Nothing />}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {neededBy.map(({ id, shortId, title }) => (
            <NeedRow key={id} place={placeOf(shortId)} title={title} remove={null} />
          ))}
        </ul>
        <Link
          to="/projects/$projectSlug/plans/$planShortId/graph"
          params={{ projectSlug, planShortId }}
          search={{ at: spec.shortId }}
          className="mt-2 inline-block text-note text-accent hover:underline"
        >
          In the graph
        </Link>
      </section>
    </>
  );
}

const Nothing = () => <p className="font-mono text-small text-ink-3">nothing</p>;
