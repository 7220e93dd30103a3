import type { Client } from "../../client/src/index.ts";
import { specOf } from "./handles.ts";
import { locatePlan, type PlanParams } from "./locate-plan.ts";
import { connect } from "./service.ts";
import { projectOf, readSettings, type Settings } from "./settings.ts";

/** Options that most commands have. */
export interface Common {
  project?: string;
  json?: true;
}

export interface Session {
  client: Client;
  settings: Settings;
  /** Path parameters of the given or default project. */
  project(): { projectSlug: string };
  /** Path parameters of a plan, found by its parsed handle. */
  plan(planShortId: string): Promise<PlanParams>;
  /** Path parameters of a spec, whose handle is one word or two. */
  spec(...handle: string[]): Promise<PlanParams & { specShortId: string }>;
}

/** Returns the client of the service that the settings name, and what finds things in it. */
export function openSession({ project }: Common = {}, show?: (line: string) => unknown): Session {
  const settings = readSettings();
  const client = connect(settings, show);
  const plan = (planShortId: string) => locatePlan(client, planShortId, project ?? settings.project);
  return {
    client,
    settings,
    project: () => ({ projectSlug: projectOf(settings, project) }),
    plan,
    async spec(...handle) {
      const { planShortId, specShortId } = specOf(handle);
      return { ...(await plan(planShortId)), specShortId };
    },
  };
}
