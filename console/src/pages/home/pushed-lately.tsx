import { getPushStatus } from "@groundplan/contract";
import { useQueries } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { Handle } from "../../components/handle.tsx";
import { List } from "../../components/lists/list.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import type { PlanOfProject } from "../../planning/plans/plans-everywhere.ts";

/** The most plans whose last push is read. */
const mostAsked = 12;
const mostShown = 5;

/** The most recently pushed plans and their changes since. */
export function PushedLately({ plans }: { plans: readonly PlanOfProject[] }) {
  const asked = plans
    .filter(({ plan }) => plan.parentPlanId === null && plan.status !== "PLANNING")
    .toSorted((a, b) => b.plan.updatedAt.localeCompare(a.plan.updatedAt))
    .slice(0, mostAsked);
  const states = useQueries({
    queries: asked.map(({ projectSlug, plan }) =>
      read(getPushStatus, { params: { projectSlug, planShortId: plan.shortId } }),
    ),
  });
  const pushed = asked
    .flatMap((one, index) => {
      const [state] = states[index]?.data?.pushStatus ?? [];
      return state?.lastPushedAt ? [{ ...one, at: state.lastPushedAt, changed: state.changedCount }] : [];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, mostShown);
  if (pushed.length === 0) return null;
  return (
    <Section title="Recently pushed">
      <List label="Recently pushed" items={pushed} keyOf={({ plan }) => plan.id}>
        {({ projectSlug, plan: { shortId, name }, at: pushedAt, changed }) => (
          <Row
            to="/projects/$projectSlug/plans/$planShortId/pushes"
            params={{ projectSlug, planShortId: shortId }}
          >
            <span className="w-16 flex-none">
              <Handle>{shortId}</Handle>
            </span>
            <span className="min-w-0 flex-1 column:truncate">{name}</span>
            {changed > 0 && <span className="font-mono text-small text-accent">{changed} changed</span>}
            <span className="text-note text-ink-3">
              <Time at={pushedAt} />
            </span>
          </Row>
        )}
      </List>
    </Section>
  );
}
