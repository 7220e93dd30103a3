import {
  type Connector,
  getProjectTracker,
  listTargets,
  pushPlan,
  type Reply,
  setProjectTracker,
  type TrackerDetail,
  type TrackerTarget,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trackerDetails } from "../../../../contract/src/integrations/tracker-keys.ts";
import { call } from "../../api/call.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { UserError } from "../../base/user-error.ts";
import { Button } from "../../components/button.tsx";
import { Check } from "../../components/forms/check.tsx";
import { Choice } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { focusMain } from "../../components/page/main.tsx";

type Tracker = Reply<typeof getProjectTracker>["tracker"];

export const statusWords: Readonly<Record<Tracker["statuses"], string>> = {
  close: "Close and reopen issues with their specs",
  all: "Also start issues of specs in progress",
  off: "Are not pushed",
};

type Settings = Pick<Tracker, "provider" | "references" | "statuses" | "details">;

export const detailWords: Readonly<Record<TrackerDetail, string>> = {
  assignee: "Assignee",
  labels: "Labels",
  priority: "Priority",
  dueDate: "Due date",
};

const atFirst: Settings = { provider: null, references: "neutral", statuses: "close", details: [] };
const isStatuses = (value: string): value is Tracker["statuses"] => value in statusWords;

/** Returns the target's display name. */
export const targetName = (target: TrackerTarget): string => Object.values(target)[0] ?? "";

interface Properties {
  projectSlug: string;
  /** The connected trackers. */
  trackers: readonly Connector[];
  /** The current target's settings, or defaults. */
  settings?: Settings;
  onClose: () => void;
}

/** Asks for the tracker, and a team, project or repository in it. */
export function ChooseTarget({ projectSlug, trackers, settings = atFirst, onClose }: Properties) {
  const [chosen, choose] = useState(trackers[0]?.id ?? "");
  const tracker = trackers.find(({ id }) => id === chosen);
  const targets = useQuery(readAll(listTargets, { params: { connectorId: chosen } }, "targets"));
  const submit = async ({
    target: id = "",
    references: typed = "",
    statuses = "",
    ...checked
  }: Record<string, string>) => {
    const target = targets.data?.find((one) => one.id === id)?.target;
    if (!tracker?.provider || !target)
      throw new UserError("Nothing is selected. Choose where plans are pushed.");
    const body = {
      provider: tracker.provider,
      target,
      references: typed === "live" ? ("live" as const) : ("neutral" as const),
      statuses: isStatuses(statuses) ? statuses : atFirst.statuses,
      details: trackerDetails[tracker.provider].filter((detail) => checked[detail] !== undefined),
    };
    await call(setProjectTracker, { params: { projectSlug }, body });
    await invalidate(getProjectTracker, pushPlan);
    toast(`Plans are pushed to ${targetName(target)} from now on.`);
    onClose();
    // The focused form is removed.
    focusMain();
  };
  return (
    <div className="w-full max-w-md">
      <Form submit={submit} action="Save" beside={<Button onClick={onClose}>Cancel</Button>}>
        <Choice label="Tracker" name="tracker" value={chosen} onChange={({ target }) => choose(target.value)}>
          {trackers.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Choice>
        <Loaded query={targets}>
          {(all) => (
            <Choice label="Destination" name="target">
              {all.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Choice>
          )}
        </Loaded>
        <Choice label="References such as #12 in texts" name="references" defaultValue={settings.references}>
          <option value="neutral">Don't link</option>
          <option value="live">Keep as written</option>
        </Choice>
        <Choice label="Statuses of specs" name="statuses" defaultValue={settings.statuses}>
          {Object.entries(statusWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Choice>
        {tracker?.provider && (
          <fieldset key={tracker.provider} className="grid gap-1">
            <legend>Also push of specs</legend>
            {trackerDetails[tracker.provider].map((detail) => (
              <Check
                key={detail}
                name={detail}
                defaultChecked={tracker.provider !== settings.provider || settings.details.includes(detail)}
              >
                {detailWords[detail]}
              </Check>
            ))}
          </fieldset>
        )}
      </Form>
    </div>
  );
}
