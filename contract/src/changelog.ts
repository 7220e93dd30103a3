/** One release: what a client of the API can see of it. */
export interface Release {
  version: string;
  /** `YYYY-MM-DD`. */
  date: string;
  changes: string[];
}

/**
 * Newest first; `GET /v1/changelog` serves it. What is deprecated or removed is named here together with what
 * to call instead (contract section 9).
 */
export const changelog: readonly Release[] = [
  {
    version: "0.1.0",
    date: "2026-11-21",
    changes: [
      "First release: API keys, projects, plans with sub-plans, sharing, specs with versions, and dependencies.",
      "Readiness of a spec with its reasons, the graph of a plan, and what is next over everything a caller can read.",
      "Plans and their specs can be pushed to GitHub Issues.",
      "Operations marked `x-status: planned` in the OpenAPI document are declared and answer 501.",
      "Deprecated from the start: `doneWhen` of a spec. Read the texts of `acceptanceCriteria` instead.",
    ],
  },
];
