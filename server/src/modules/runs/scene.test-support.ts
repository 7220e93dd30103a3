import type { Run, RunStep } from "@groundplan/contract";
import { expect } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import type { ModelProvider } from "../../../test/model-provider.ts";
import type { Person } from "../../../test/world.ts";
import { outcome } from "../plans/scene.test-support.ts";

/** Settings of a service whose operator's model is the scripted one. */
export const operatorModel = (provider: ModelProvider) => ({
  GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
  GROUNDPLAN_MODEL_KIND: "openai-compatible",
  GROUNDPLAN_MODEL_URL: provider.url,
  GROUNDPLAN_MODEL_NAME: "scripted",
  GROUNDPLAN_MODEL_CONTEXT_TOKENS: "100000",
  GROUNDPLAN_MODEL_MAX_OUTPUT: "1000",
});

export const modelBody = (provider: Pick<ModelProvider, "url">, more: object = {}) => ({
  name: "Scripted",
  kind: "openai-compatible",
  baseUrl: provider.url,
  model: "scripted",
  apiKey: "sk-secret-of-runs-9a1b",
  contextTokens: 100_000,
  maxOutput: 1000,
  scope: "person",
  ...more,
});

export interface Started {
  run: Run;
  /** The address of the run. */
  path: string;
}

/** Starts a run of a plan. */
export async function startRun(by: Person, plan: { path: string }, body: object = {}): Promise<Started> {
  const answer = await by.post(`${plan.path}/runs`, { task: "draft", prompt: "Plan it.", ...body });
  expect(outcome(answer)).toBe("201");
  return { run: answer.body.run, path: `${plan.path}/runs/${answer.body.run.id}` };
}

export async function readRun(by: Person, path: string): Promise<{ run: Run; steps: RunStep[] }> {
  const answer = await by.get(path);
  expect(outcome(answer)).toBe("200");
  return answer.body;
}

/** Waits until a run has a state. */
export const untilState = (by: Person, path: string, ...states: Run["state"][]) =>
  eventually(async () => {
    const read = await readRun(by, path);
    expect(states, JSON.stringify(read.run.error)).toContain(read.run.state);
    return read;
  });
