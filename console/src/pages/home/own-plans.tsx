import type { Plan } from "@groundplan/contract";
import { List } from "../../components/lists/list.tsx";
import { Section } from "../../components/section.tsx";
import { PlanRow } from "../../planning/plans/plan-row.tsx";
import type { PlanOfProject } from "../../planning/plans/plans-everywhere.ts";
import { useSession } from "../../session/session.ts";

const most = 6;

/** The user's unfinished plans, last changed first. */
export function OwnPlans({ plans }: { plans: readonly PlanOfProject[] }) {
  const { user } = useSession();
  const own = plans
    .filter(
      ({ plan }) => plan.parentPlanId === null && plan.ownerUserId === user.id && plan.status !== "DONE",
    )
    .toSorted((a, b) => newest(a.plan, b.plan))
    .slice(0, most);
  if (own.length === 0) return null;
  return (
    <Section title="Your plans">
      <List label="Your plans" items={own} keyOf={({ plan }) => plan.id}>
        {({ projectSlug, plan }) => <PlanRow projectSlug={projectSlug} plan={plan} depth={0} />}
      </List>
    </Section>
  );
}

const newest = (a: Plan, b: Plan) => b.updatedAt.localeCompare(a.updatedAt);
