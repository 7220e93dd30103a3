import type { Provider } from "../common.ts";
import type { TrackerDetail } from "./connectors.ts";

/** What of a spec besides its text, effort and status a tracker can hold. */
export const trackerDetails = {
  tracker_a: ["assignee", "labels", "priority", "dueDate"],
  tracker_b: ["assignee", "labels", "priority", "dueDate"],
  tracker_c: ["assignee", "labels"],
} as const satisfies Record<Provider, readonly TrackerDetail[]>;

/** How users make a key for a tracker. */
export interface TrackerKeys {
  madeAt: string;
  /** The host suffix of per-customer sites, whose keys need a site and an account. */
  siteSuffix: string | null;
}

/** Shared by the service and the console. Imports types only, so that the console can load it alone. */
export const trackerKeys = {
  tracker_a: {
    madeAt: "A personal API key. Linear makes it under Settings, Security & access.",
    siteSuffix: null,
  },
  tracker_b: {
    madeAt: "An API token. Atlassian makes it under Account settings, Security.",
    siteSuffix: ".atlassian.net",
  },
  tracker_c: {
    madeAt:
      "A personal access token that may read and write issues. GitHub makes it under Settings, Developer settings.",
    siteSuffix: null,
  },
} satisfies Record<Provider, TrackerKeys>;
