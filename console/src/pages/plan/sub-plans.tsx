import { listPlans } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";
import { List } from "../../components/lists/list.tsx";
import { PlanRow } from "../../planning/plans/plan-row.tsx";
import { rowsBelow } from "../../planning/tree.ts";

export function SubPlans({ projectSlug, planId }: { projectSlug: string; planId: string }) {
  const { data = [] } = useQuery(readAll(listPlans, { params: { projectSlug } }, "plans"));
  const rows = rowsBelow(data, planId);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Sub-plans">
      <h2 className="pt-4 pb-1 text-small font-semibold text-ink-2">Sub-plans</h2>
      <List label="Sub-plans" items={rows} keyOf={({ item }) => item.id}>
        {({ item, depth }) => <PlanRow projectSlug={projectSlug} plan={item} depth={depth} />}
      </List>
    </section>
  );
}
