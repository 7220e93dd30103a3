import type { Plan } from "@groundplan/contract";
import { Empty } from "../../parts/empty.tsx";
import { List } from "../../parts/list.tsx";
import { PlanRow } from "./plan-row.tsx";
import { rowsOfTree } from "./tree.ts";

/** Shows the plans of a project as a tree. */
export function PlanTree({ projectSlug, plans }: { projectSlug: string; plans: readonly Plan[] }) {
  if (plans.length === 0)
    return (
      <Empty command={`npx groundplan api POST /v1/projects/${projectSlug}/plans -f name=Checkout`}>
        Plans are here once they are made. This project has none that you can see; make the first one on the
        command line.
      </Empty>
    );
  return (
    <List label="Plans" items={rowsOfTree(plans)} keyOf={({ item }) => item.id}>
      {({ item, depth }) => <PlanRow projectSlug={projectSlug} plan={item} depth={depth} />}
    </List>
  );
}
