import { Link } from "@tanstack/react-router";
import { ApiError } from "../../../../client/src/errors.ts";
import { buttonClass } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { sentenceOf } from "../../parts/problem.tsx";
import type { PlanParams } from "../work/spec-params.ts";

/** Tells whether a push was refused because the project has no tracker to go to. */
export const wantsTracker = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "no_target" || error.code === "not_connected");

/** Says what to do where a plan can't be pushed, because no tracker is connected or the project has no target. */
export function NoTracker({ params: { projectSlug }, error }: { params: PlanParams; error: unknown }) {
  const isConnected = error instanceof ApiError && error.code === "no_target";
  return (
    <div className="mb-9">
      <Empty
        action={
          isConnected ? (
            <Link
              to="/projects/$projectSlug/connectors"
              params={{ projectSlug }}
              className={buttonClass("primary")}
            >
              Choose where it goes
            </Link>
          ) : (
            <Link to="/connectors" className={buttonClass("primary")}>
              Connect a tracker
            </Link>
          )
        }
        command={
          isConnected
            ? `npx groundplan api PUT /v1/projects/${projectSlug}/tracker --input '{"provider":"tracker_c","target":{"repository":"acme/web"}}'`
            : "npx groundplan api POST /v1/connectors/github/connect -f apiKey=TOKEN"
        }
      >
        {isConnected
          ? "A push writes the plan into a tracker. A tracker is connected; say which team, project or repository of it this project goes to."
          : `A push writes the plan into a tracker. ${sentenceOf(error)}`}
      </Empty>
    </div>
  );
}
