import { type Connector, listConnectors } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { readAll } from "../../api/read.ts";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { sentenceOf } from "../../parts/problem.tsx";
import { useIsOwner } from "../../session/role.ts";
import { ChooseTarget } from "../connectors/choose-target.tsx";
import { Connect } from "../connectors/connect.tsx";
import { Returned } from "../connectors/returned.tsx";
import type { PlanParams } from "../work/spec-params.ts";

/** Tells whether a push was refused because the project has no tracker to go to. */
export const wantsTracker = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "no_target" || error.code === "not_connected");

/**
 * Shows what is to be done where a plan can't be pushed yet, and lets people do it here: first a tracker is connected, then a place in
 * it is chosen. The preview takes its place after that.
 */
export function NoTracker({ params: { projectSlug }, error }: { params: PlanParams; error: unknown }) {
  const isConnected = error instanceof ApiError && error.code === "no_target";
  const { data: connectors = [] } = useQuery(readAll(listConnectors, {}, "connectors"));
  const [isChoosing, choose] = useState(false);
  const isOwner = useIsOwner();
  const trackers = connectors.filter(({ kind }) => kind === "tracker");
  if (isConnected)
    return (
      <div className="mb-9">
        <Empty
          action={
            isChoosing ? (
              <ChooseTarget
                projectSlug={projectSlug}
                trackers={trackers.filter(({ connection }) => connection.connected)}
                onClose={() => choose(false)}
              />
            ) : (
              <Button look="primary" onClick={() => choose(true)}>
                Choose where it goes
              </Button>
            )
          }
          command={`npx groundplan api PUT /v1/projects/${projectSlug}/tracker --input '{"provider":"tracker_c","target":{"repository":"acme/web"}}'`}
        >
          A push writes the plan into a tracker. A tracker is connected; say which team, project or repository
          of it this project goes to.
        </Empty>
      </div>
    );
  return (
    <div className="mb-9">
      <Returned />
      <Empty
        action={
          isOwner ? <Trackers trackers={trackers} /> : <p>An owner of the workspace can connect a tracker.</p>
        }
        command="npx groundplan api POST /v1/connectors/github/connect -f apiKey=TOKEN"
      >
        {`A push writes the plan into a tracker. ${sentenceOf(error)}`}
      </Empty>
    </div>
  );
}

/** Shows the trackers that can be connected, each with its ways. */
function Trackers({ trackers }: { trackers: readonly Connector[] }) {
  const { pathname } = useLocation();
  return (
    <ul aria-label="Trackers" className="grid w-full max-w-xl rounded-md border border-line bg-sheet">
      {trackers.map((connector) => (
        <li
          key={connector.id}
          className="flex flex-wrap items-center justify-between gap-2 border-line px-3 py-2 not-first:border-t"
        >
          <span className="font-[550]">{connector.label}</span>
          <span className="flex flex-wrap gap-2">
            <Connect connector={connector} look="plain" returnTo={pathname} />
          </span>
        </li>
      ))}
    </ul>
  );
}
