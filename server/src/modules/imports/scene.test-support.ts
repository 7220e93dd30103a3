import { expect } from "vitest";
import type { Answer, Person } from "../../../test/world.ts";
import { outcome } from "../plans/scene.test-support.ts";

interface Spec {
  externalRef: string;
  title: string;
  content?: string;
  status?: string;
  effort?: number | null;
  needsFirst?: string[];
  parentRef?: string | null;
  comments?: { author: string; text: string; at: string }[];
  source?: Place;
}

interface Place {
  path: string;
  fileId: string;
  from?: number;
  to?: number;
}

export interface ContextSource {
  externalRef: string;
  title: string;
  text: string;
  kind?: string;
  sourceKind?: string;
  folderPath?: string;
}

export interface Source {
  externalRef: string;
  parentExternalRef?: string;
  name: string;
  description?: string;
  status?: string;
  visibility?: string;
  specs?: Spec[];
  sources?: ContextSource[];
  source?: Place;
  files?: Place[];
}

type Options = {
  dryRun?: boolean;
  onConflict?: "keep" | "theirs" | "ours";
  sources?: ContextSource[];
};

export const send = (by: Person, project: string, plans: Source[], options: Options = {}): Promise<Answer> =>
  by.post(`${project}/imports`, { plans, ...options });

export async function bring(by: Person, project: string, plans: Source[], options: Options = {}) {
  return (await bringAll(by, project, { plans, ...options })).plans;
}

export async function bringAll(
  by: Person,
  project: string,
  { plans, ...options }: { plans: Source[] } & Options,
) {
  const answer = await send(by, project, plans, options);
  expect(outcome(answer), JSON.stringify(answer.body)).toBe("200");
  return answer.body.import;
}

/**
 * Returns a source of one plan with specs of these contents, under the references `<ref>/1`, `<ref>/2` and so
 * on.
 */
export const source = (ref: string, ...contents: string[]): Source & { specs: Spec[] } => ({
  externalRef: ref,
  name: "Albums",
  description: "Why.\n\nAnd how.",
  specs: contents.map((content, n) => ({ externalRef: `${ref}/${n + 1}`, title: `Spec ${n + 1}`, content })),
});
