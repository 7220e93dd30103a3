import { getPlan, listPlans, type Plan, updatePlan } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { Menu } from "../../components/overlays/menu.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Pill } from "../../components/pill.tsx";
import { changeOf } from "../../edits/change.ts";
import { sendEdits } from "../../edits/edit.ts";
import { mayEdit } from "../may-edit.ts";
import type { PlanParams } from "../params.ts";
import { useMembers } from "../specs/work-acts.ts";
import { dayWords, isPast } from "../specs/work-words.ts";

const pillButton = "rounded-full hover:brightness-95";

/** A plan's lead and target date, which who may edit the plan sets. */
export default function PlanLead({ params, plan }: { params: PlanParams; plan: Plan }) {
  const members = useMembers();
  const [isDating, date] = useState(false);
  const { leadUserId, leadActive, targetDate, status } = plan;
  const name = members.find(({ userId }) => userId === leadUserId)?.name;
  const lead =
    name === undefined ? "No lead" : `Lead: ${name}${leadActive === false ? " (can't read it)" : ""}`;
  const isLate = targetDate !== null && isPast(targetDate) && status !== "DONE";
  const target =
    targetDate === null ? "No target date" : `${isLate ? "Was due" : "Target"} ${dayWords(targetDate)}`;
  const send = (changes: Partial<Pick<Plan, "leadUserId" | "targetDate">>) =>
    sendEdits({
      subject: plan.id,
      change: changeOf([getPlan, listPlans], plan.id, changes),
      send: async () => {
        const { plan: answered } = await call(updatePlan, { params, body: changes });
        return changeOf([getPlan, listPlans], plan.id, answered);
      },
      touches: [getPlan, listPlans],
    });
  const change = async (says: string, changes: Partial<Pick<Plan, "leadUserId" | "targetDate">>) => {
    const back = "leadUserId" in changes ? { leadUserId } : { targetDate };
    if (await send(changes)) toast(`${plan.shortId}: ${says}.`, () => send(back));
  };
  if (!mayEdit(plan))
    return (
      <>
        {name !== undefined && <Pill>{lead}</Pill>}
        {targetDate !== null && <Pill tone={isLate ? "bad" : "plain"}>{target}</Pill>}
      </>
    );
  return (
    <>
      <Menu
        label={lead}
        className={pillButton}
        acts={[...members, { userId: null, name: "No lead" }].map((one) => ({
          name: one.name,
          isChosen: one.userId === leadUserId,
          run: () =>
            void change(one.userId === null ? "no lead" : `led by ${one.name}`, { leadUserId: one.userId }),
        }))}
      >
        <Pill>
          {lead} <span aria-hidden="true">▾</span>
        </Pill>
      </Menu>
      <button type="button" aria-haspopup="dialog" onClick={() => date(true)} className={pillButton}>
        <Pill tone={isLate ? "bad" : "plain"}>{target}</Pill>
      </button>
      {isDating && (
        <FormDialog
          title="Target date"
          action="Set target date"
          submit={async ({ day = "" }) => {
            date(false);
            await change(day === "" ? "no target date" : `target ${day}`, {
              targetDate: day === "" ? null : day,
            });
          }}
          onClose={() => date(false)}
        >
          <Field label="Day" name="day" type="date" defaultValue={targetDate ?? ""} hint="Empty for none." />
        </FormDialog>
      )}
    </>
  );
}
