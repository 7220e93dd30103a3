import { type Connector, listConnectors } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { sentenceOf } from "../../components/loading/problem.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { ChooseTarget } from "../../planning/trackers/choose-target.tsx";
import { Connect } from "../../planning/trackers/connect.tsx";
import { OAuthResult } from "../../planning/trackers/oauth-result.tsx";
import { useIsOwner } from "../../session/workspace.ts";

/** Tells whether a push lacked a tracker. */
export const wantsTracker = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "no_target" || error.code === "not_connected");

/** Asks for a connection, then for the target. The preview follows. */
export function NoTracker({ params: { projectSlug }, error }: { params: PlanParams; error: unknown }) {
  const connectors = useQuery(readAll(listConnectors, {}, "connectors"));
  return (
    <div className="mb-9">
      <OAuthResult />
      <Loaded query={connectors}>
        {(all) => {
          const trackers = all.filter(({ kind }) => kind === "tracker");
          const connected = trackers.filter(({ connection }) => connection.connected);
          const isLost = error instanceof ApiError && error.code === "not_connected";
          return connected.length > 0 && !isLost ? (
            <WithoutTarget projectSlug={projectSlug} trackers={connected} />
          ) : (
            <WithoutConnection
              trackers={trackers}
              says={isLost ? sentenceOf(error) : "None is connected yet."}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

/** Asks for the push target in a connected tracker. */
function WithoutTarget({ projectSlug, trackers }: { projectSlug: string; trackers: readonly Connector[] }) {
  const [isChoosing, choose] = useState(false);
  return (
    <Empty
      action={
        isChoosing ? (
          <ChooseTarget projectSlug={projectSlug} trackers={trackers} onClose={() => choose(false)} />
        ) : (
          <Button look="primary" onClick={() => choose(true)}>
            Choose where to push
          </Button>
        )
      }
      command={`echo '{"provider":"tracker_c","target":{"repository":"acme/web"}}' | npx groundplan api PUT /v1/projects/${projectSlug}/tracker --input -`}
    >
      A tracker is connected. Choose the team, project or repository that this project is pushed to.
    </Empty>
  );
}

/** Shown if no suitable tracker is connected. */
function WithoutConnection({ trackers, says }: { trackers: readonly Connector[]; says: string }) {
  const isOwner = useIsOwner();
  return (
    <Empty
      action={isOwner ? <Trackers trackers={trackers} /> : <p>An owner of the workspace can connect one.</p>}
      command="npx groundplan api POST /v1/connectors/github/connect -f apiKey=TOKEN"
    >
      A push writes the plan to a tracker. {says}
    </Empty>
  );
}

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
