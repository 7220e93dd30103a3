import { type Connector, getProjectTracker } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../api/read.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { ChooseTarget, statusWords, targetName } from "../../planning/trackers/choose-target.tsx";
import { AskStatuses } from "./ask-statuses.tsx";
import { IssueFields } from "./issue-fields.tsx";
import { PushedDetails } from "./pushed-details.tsx";

interface Properties {
  scope: Scope;
  connectors: readonly Connector[];
  mayWrite: boolean;
}

/** The project's push target. */
export function ProjectTracker({ scope, connectors, mayWrite }: Properties) {
  const { params } = scope;
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
        {({ tracker, statusesChosen, detailsChosen }) => {
          const now = connectors.find(({ provider }) => provider !== null && provider === tracker.provider);
          if (isChanging)
            return (
              <ChooseTarget
                projectSlug={params.projectSlug}
                trackers={trackers}
                settings={tracker}
                onClose={() => change(false)}
              />
            );
          if (now && tracker.target)
            return (
              <>
                <p>
                  {now.label}, <span className="font-mono text-small">{targetName(tracker.target)}</span>
                  {tracker.references === "live" && ", with references linked to its issues"}
                </p>
                {statusesChosen ? (
                  <p className="text-ink-2">Statuses of specs: {statusWords[tracker.statuses]}.</p>
                ) : (
                  mayWrite && <AskStatuses projectSlug={params.projectSlug} tracker={tracker} />
                )}
                <PushedDetails
                  projectSlug={params.projectSlug}
                  tracker={tracker}
                  detailsChosen={detailsChosen}
                  mayWrite={mayWrite}
                />
                <IssueFields projectSlug={params.projectSlug} tracker={tracker} mayWrite={mayWrite} />
              </>
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
              This project's plans are not pushed to a tracker yet.
            </Empty>
          );
        }}
      </Loaded>
    </Section>
  );
}
