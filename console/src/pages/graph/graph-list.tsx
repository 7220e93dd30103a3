import type { Claim } from "@groundplan/contract";
import { Handle } from "../../components/handle.tsx";
import { List } from "../../components/lists/list.tsx";
import { RowLink, RowWithActs } from "../../components/lists/row.tsx";
import { StatusMark } from "../../components/status.tsx";
import { HeldBy } from "../../planning/claims/held-by.tsx";
import { claimOf, type HeldSpecs } from "./held-specs.ts";
import { type Layout, type Placed, timingText } from "./layout.ts";

interface ListProperties {
  projectSlug: string;
  layout: Layout;
  held: HeldSpecs;
}

/** The graph as lists, by wave. */
export function GraphList({ projectSlug, layout, held }: ListProperties) {
  const needs = Map.groupBy(layout.lines, ({ to }) => to.key);
  const inColumn = ({ x, width }: Layout["columns"][number]) =>
    [...layout.placed.values()].filter((placed) => placed.x >= x && placed.x < x + width);
  return layout.columns.map((column) => (
    <section key={column.title} aria-label={column.title}>
      <h2 className="pt-4 pb-1 text-small font-semibold text-ink-2">{column.title}</h2>
      <List label={column.title} items={inColumn(column)} keyOf={({ key }) => key}>
        {(placed) => (
          <SpecRow
            projectSlug={projectSlug}
            placed={placed}
            claim={claimOf(held, placed.node)}
            needs={(needs.get(placed.key) ?? []).map(({ from }) => from.key)}
          />
        )}
      </List>
    </section>
  ));
}

interface Properties {
  projectSlug: string;
  placed: Placed;
  claim: Claim | undefined;
  needs: readonly string[];
}

function SpecRow({ projectSlug, placed, claim, needs }: Properties) {
  const { key, node } = placed;
  const { planShortId, specShortId, title, status } = node;
  const params = { projectSlug, planShortId, specShortId };
  return (
    <RowWithActs id={key} after={claim && <HeldBy params={params} claim={claim} place="row" />}>
      <RowLink
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={params}
        className="flex-wrap column:flex-nowrap"
      >
        <StatusMark status={status} />
        <span className="flex min-w-0 flex-1 items-center gap-2.5">
          <span className="min-w-18 flex-none">
            <Handle>{key}</Handle>
          </span>
          <span className="min-w-0 column:truncate">{title}</span>
        </span>
        {needs.length > 0 && <Handle>needs {needs.join(", ")}</Handle>}
        <span className={`font-mono text-small ${node.critical ? "text-accent" : "text-ink-3"}`}>
          {timingText(placed)}
        </span>
      </RowLink>
    </RowWithActs>
  );
}
