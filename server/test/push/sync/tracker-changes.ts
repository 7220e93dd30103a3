import type { SpecStatus } from "@groundplan/contract";
import type { GitHubStandIn } from "@groundplan/tracker-stand-ins/github";
import type { JiraStandIn } from "@groundplan/tracker-stand-ins/jira";
import type { LinearStandIn } from "@groundplan/tracker-stand-ins/linear";
import { claimJob, failJob, finishJob } from "../../../src/jobs/queue.ts";
import { RunLater } from "../../../src/jobs/runner.ts";
import { jobKinds } from "../../../src/modules/index.ts";
import type { World } from "../../world.ts";

/** Changes from a tracker: statuses that users set there, and their notices. */
export interface Back {
  /** False for GitHub, whose issues are just open or closed. */
  knowsBegun: boolean;
  set(key: string, status: SpecStatus): Promise<void>;
  /** Returns an issue's status in the tracker's own words. */
  shown(key: string): Promise<string>;
  /** Sets the receiver of notices; null for none. */
  notify(to: { url: string; secret: string } | null): void;
  notified(): Promise<void>;
  /** Freezes the tracker's search index, or releases it. */
  holdSearch?(isHeld: boolean): void;
}

export function githubBack(github: GitHubStandIn): Back {
  const closed = { DONE: "completed", CANCELLED: "not_planned" } as const;
  let end = () => {};
  return {
    knowsBegun: false,
    async set(key, status) {
      const [repository = "", number] = key.split("#");
      const change =
        status === "DONE" || status === "CANCELLED"
          ? ({ state: "closed", state_reason: closed[status] } as const)
          : ({ state: "open", state_reason: "reopened" } as const);
      await github.editAsPerson(repository, Number(number), change);
    },
    async shown(key) {
      const issue = (await github.dump()).find(({ repository, number }) => `${repository}#${number}` === key);
      return [issue?.state, issue?.stateReason].filter(Boolean).join(" ");
    },
    notify(to) {
      end();
      end = to ? github.webhooks.add(to) : () => {};
    },
    notified: () => github.webhooks.settled(),
  };
}

export function linearBack(linear: LinearStandIn): Back {
  const states = { TODO: "Todo", IN_PROGRESS: "In Progress", DONE: "Done", CANCELLED: "Canceled" };
  return {
    knowsBegun: true,
    set: async (key, status) => linear.drift.edit(key, { state: states[status] }),
    shown: async (key) => linear.dump().issues.find(({ identifier }) => identifier === key)?.state ?? "",
    notify: (to) => linear.webhooks.set(to ?? undefined),
    notified: () => linear.webhooks.settled(),
  };
}

export function jiraBack(jira: JiraStandIn): Back {
  const categories = { TODO: "new", IN_PROGRESS: "indeterminate", DONE: "done", CANCELLED: "done" } as const;
  return {
    knowsBegun: true,
    async set(key, status) {
      const resolution = status === "CANCELLED" ? "Won't Do" : "Done";
      jira.drift.transition(key, categories[status], resolution);
      jira.catchUp();
    },
    async shown(key) {
      const issue = jira.dump().issues.find((one) => one.key === key);
      return [issue?.status, issue?.resolution].filter(Boolean).join(" ");
    },
    notify: (to) => jira.setWebhook(to ?? undefined),
    notified: () => jira.delivered(),
    holdSearch(isHeld) {
      jira.catchUp();
      jira.limits.indexDelayMs = isHeld ? 3_600_000 : 20;
    },
  };
}

/** Runs all due jobs of every kind. */
export async function runDueJobs(world: World): Promise<void> {
  for (;;) {
    const job = await world.command(claimJob, { leaseSeconds: 60 });
    if (!job) return;
    const claim = { id: job.id, fence: job.fence };
    const run = { claim, attempt: job.attempts, signal: new AbortController().signal };
    try {
      await jobKinds.get(job.kind)?.run(world.context, JSON.parse(job.payload) as never, run);
      await world.command(finishJob, { ...claim, next: null });
    } catch (error) {
      if (!(error instanceof RunLater)) throw error;
      const later = { error: null, retrySeconds: error.seconds, attempts: job.attempts };
      await world.command(failJob, { ...claim, ...later });
    }
  }
}
