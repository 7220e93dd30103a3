import { listMembers, listPlans, listShares, type Plan } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Choice } from "../../../components/forms/field.tsx";
import { later } from "../../../components/loading/later.tsx";
import { Dialog } from "../../../components/overlays/lazy.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { PageContext } from "../../../components/page/main.tsx";
import { sendEdits } from "../../../edits/edit.ts";
import { useSession } from "../../../session/session.ts";
import { useWorkspace } from "../../../session/workspace.ts";
import { editPlan } from "../../edits/plan-edits.ts";
import type { PlanParams } from "../../params.ts";
import { AddShare } from "./add-share.tsx";
import { ShareEntry } from "./share-entry.tsx";
import { whoCanSee } from "./who-can-see.ts";

const ReadLinks = later(() => import("../../more/read-links.tsx"));

/** The root plan's owner decides for its tree. */
export function SharePlan({
  params,
  plan,
  onClose,
}: {
  params: PlanParams;
  plan: Plan;
  onClose: () => void;
}) {
  const { projectSlug } = params;
  const { name: workspace } = useWorkspace();
  const { user } = useSession();
  const plans = useQuery(readAll(listPlans, { params: { projectSlug } }, "plans"));
  const shares = useQuery(readAll(listShares, { params }, "shares"));
  const { data: members = [] } = useQuery(readAll(listMembers, {}, "members"));
  const root = plan.parentPlanId === null ? plan : plans.data?.find(({ id }) => id === plan.rootPlanId);
  const mayDecide = plan.parentPlanId === null && plan.capability === "OWN" && plan.archivedAt === null;
  const nameOf = (id: string | null) =>
    id === user.id ? "you" : (members.find(({ userId }) => userId === id)?.name ?? null);
  return (
    <Dialog title={`Who can see ${plan.name}`} onClose={onClose}>
      <PageContext>
        <Loaded query={shares}>
          {(all) => (
            <div className="grid gap-4">
              {root?.visibility && (
                <p role="status">
                  {whoCanSee({
                    visibility: root.visibility,
                    workspace,
                    owner: nameOf(root.ownerUserId),
                    shares: all,
                  })}
                </p>
              )}
              {plan.parentPlanId !== null && root && (
                <p className="text-ink-2">
                  It is shared like its top-level plan:{" "}
                  <Link
                    to="/projects/$projectSlug/plans/$planShortId"
                    params={{ projectSlug, planShortId: root.shortId }}
                    onClick={onClose}
                    className="text-accent underline"
                  >
                    {root.name}
                  </Link>
                </p>
              )}
              {mayDecide && (
                <Choice
                  label="Who can see it"
                  name="visibility"
                  value={plan.visibility ?? "TEAM"}
                  onChange={({ target }) => {
                    const visibility = target.value === "PRIVATE" ? "PRIVATE" : "TEAM";
                    void sendEdits(editPlan(params, plan, { visibility }));
                  }}
                >
                  <option value="TEAM">Everybody in {workspace}</option>
                  <option value="PRIVATE">Only its owner and people it is shared with</option>
                </Choice>
              )}
              {all.length > 0 && (
                <ul aria-label="Shared with">
                  {all.map((share) => (
                    <li key={share.userId}>
                      <ShareEntry params={params} share={share} mayDecide={mayDecide} />
                    </li>
                  ))}
                </ul>
              )}
              {mayDecide && (
                <AddShare
                  params={params}
                  members={members.filter(
                    ({ userId }) =>
                      userId !== plan.ownerUserId && !all.some((share) => share.userId === userId),
                  )}
                />
              )}
              {plan.capability === "OWN" && plan.archivedAt === null && <ReadLinks params={params} />}
              <div className="flex justify-end">
                <Button onClick={onClose}>Done</Button>
              </div>
            </div>
          )}
        </Loaded>
      </PageContext>
    </Dialog>
  );
}
