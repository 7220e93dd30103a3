import type { Plan } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { List } from "../../components/lists/list.tsx";
import { PlanRow } from "../../planning/plans/plan-row.tsx";
import { rowsOfTree } from "../../planning/tree.ts";
import { filterPlans, isNarrow } from "./filter-plans.ts";
import type { PlanFilter } from "./plan-filter.ts";

interface Properties {
  projectSlug: string;
  plans: readonly Plan[];
  filter: PlanFilter;
  /** Null if the user may not create plans. */
  create: (() => void) | null;
}

/** Plans without a visible parent are at the top level. */
export function PlanTree({ projectSlug, plans, filter, create }: Properties) {
  const left = filterPlans(plans, filter);
  if (left.length > 0)
    return (
      <List label="Plans" items={rowsOfTree(left)} keyOf={({ item }) => item.id}>
        {({ item, depth }) => <PlanRow projectSlug={projectSlug} plan={item} depth={depth} />}
      </List>
    );
  if (isNarrow(filter) || filter.archived)
    return (
      <Empty
        action={
          <Link to="/projects/$projectSlug" params={{ projectSlug }} search={{}} className={buttonClass()}>
            Show all plans
          </Link>
        }
      >
        {isNarrow(filter)
          ? "No plans match this filter."
          : "No archived plans. Archived plans are kept for 30 days."}
      </Empty>
    );
  return (
    <Empty
      action={create && <Button onClick={create}>Create the first plan</Button>}
      command={`npx groundplan api POST /v1/projects/${projectSlug}/plans -f name=Checkout`}
    >
      No plans yet.
    </Empty>
  );
}
