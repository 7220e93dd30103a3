import {
  type Connector,
  getProjectTracker,
  listTargets,
  setProjectTracker,
  type TrackerTarget,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { forget, read, readAll } from "../../api/read.ts";
import { Button, buttonClass } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Choice } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Section } from "../../parts/section.tsx";
import { toast } from "../../parts/toast.tsx";
import { Refusal } from "../../refusal.ts";
import type { Place } from "../places/place.ts";

interface Properties {
  place: Place;
  connectors: readonly Connector[];
  mayWrite: boolean;
}

/** Returns what people call a target. */
const nameOf = (target: TrackerTarget): string => Object.values(target)[0] ?? "";

/** Shows where the plans of a project are pushed: the tracker, and the team, project or repository in it. */
export function ProjectTracker({ place, connectors, mayWrite }: Properties) {
  const { params } = place;
  const query = useQuery(read(getProjectTracker, { params }));
  const [isChanging, change] = useState(false);
  const trackers = connectors.filter(({ kind, connection }) => kind === "tracker" && connection.connected);
  return (
    <Section
      title="Where plans are pushed"
      actions={
        mayWrite &&
        !isChanging &&
        query.data?.tracker.target && <Button onClick={() => change(true)}>Change</Button>
      }
    >
      <Loaded query={query}>
        {({ tracker }) => {
          const now = connectors.find(({ provider }) => provider !== null && provider === tracker.provider);
          if (isChanging)
            return (
              <Choose
                place={place}
                trackers={trackers}
                references={tracker.references}
                onClose={() => change(false)}
              />
            );
          if (now && tracker.target)
            return (
              <p>
                {now.label}, <span className="font-mono text-small">{nameOf(tracker.target)}</span>
                {tracker.references === "live" && ", with references to its issues kept alive"}
              </p>
            );
          return (
            <Empty
              action={
                trackers.length === 0 ? (
                  <Link to="/connectors" className={buttonClass()}>
                    Connect a tracker
                  </Link>
                ) : (
                  mayWrite && <Button onClick={() => change(true)}>Choose where</Button>
                )
              }
              command={`npx groundplan api GET /v1/projects/${params.projectSlug}/tracker`}
            >
              The tracker that this project's plans are pushed to shows here. None is chosen yet.
            </Empty>
          );
        }}
      </Loaded>
    </Section>
  );
}

interface ChooseProperties {
  place: Place;
  trackers: readonly Connector[];
  references: "neutral" | "live";
  onClose: () => void;
}

function Choose({ place, trackers, references, onClose }: ChooseProperties) {
  const { params } = place;
  const [chosen, choose] = useState(trackers[0]?.id ?? "");
  const tracker = trackers.find(({ id }) => id === chosen);
  const targets = useQuery(readAll(listTargets, { params: { connectorId: chosen } }, "targets"));
  const submit = async ({ target: id = "", references: typed = "" }) => {
    const target = targets.data?.find((one) => one.id === id)?.target;
    if (!tracker?.provider || !target) throw new Refusal("Nothing is chosen yet. Choose where plans go.");
    const body = {
      provider: tracker.provider,
      target,
      references: typed === "live" ? ("live" as const) : ("neutral" as const),
    };
    await call(setProjectTracker, { params, body });
    await forget(getProjectTracker);
    toast(`Plans are pushed to ${nameOf(target)} from now on.`);
    onClose();
  };
  return (
    <div className="max-w-md">
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
            <Choice label="Place in it" name="target">
              {all.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Choice>
          )}
        </Loaded>
        <Choice label="References such as #12 in texts" name="references" defaultValue={references}>
          <option value="neutral">Name nothing there</option>
          <option value="live">Are kept as they are written</option>
        </Choice>
      </Form>
    </div>
  );
}
