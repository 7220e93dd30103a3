import { listDependencies, listSpecs, type Spec, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { Handle } from "../../parts/handle.tsx";
import { AsideTitle } from "./aside-title.tsx";
import type { SpecParams } from "./spec-params.ts";

/** Shows what a spec needs first and what needs it: the specs of its plan, and how many of other plans it needs. */
export function SpecNeeds({ params, spec }: { params: SpecParams; spec: SpecWithCriteria }) {
  const { projectSlug, planShortId } = params;
  const plan = { params: { projectSlug, planShortId } };
  const { data: specs } = useQuery(readAll(listSpecs, plan, "specs"));
  const { data: dependencies } = useQuery(readAll(listDependencies, plan, "dependencies"));
  if (!specs) return null;
  const own = new Set(specs.map(({ id }) => id));
  const elsewhere = dependencies?.filter(
    ({ fromSpecId, toSpecId }) => fromSpecId === spec.id && toSpecId !== null && !own.has(toSpecId),
  ).length;
  return (
    <>
      <Specs
        title="Needs first"
        params={params}
        specs={specs.filter(({ shortId }) => spec.needsFirst.includes(shortId))}
        more={elsewhere ? `${elsewhere === 1 ? "A spec" : `${elsewhere} specs`} of other plans, too.` : ""}
      />
      <Specs
        title="Needed by"
        params={params}
        specs={specs.filter(({ needsFirst }) => needsFirst.includes(spec.shortId))}
        more=""
      />
      <p className="mb-4 border-b border-line pb-4 text-note">
        <Link
          to="/projects/$projectSlug/plans/$planShortId/graph"
          params={{ projectSlug, planShortId }}
          search={{ at: spec.shortId }}
          className="text-accent hover:underline"
        >
          In the graph
        </Link>
      </p>
    </>
  );
}

interface Properties {
  title: string;
  params: SpecParams;
  specs: readonly Spec[];
  more: string;
}

function Specs({ title, params, specs, more }: Properties) {
  return (
    <section className="mb-4 border-b border-line pb-4">
      <AsideTitle>{title}</AsideTitle>
      {specs.length === 0 && more === "" && <p className="font-mono text-small text-ink-3">nothing</p>}
      <ul className="grid gap-1">
        {specs.map(({ shortId, title: name }) => (
          <li key={shortId}>
            <Link
              to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
              params={{ ...params, specShortId: shortId }}
              className="flex items-baseline gap-1.5 hover:text-accent"
            >
              <Handle>{shortId}</Handle>
              <span className="min-w-0 truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more && <p className="mt-1 text-note text-ink-2">{more}</p>}
    </section>
  );
}
