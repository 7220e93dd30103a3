import { expect } from "vitest";
import type { ModelProvider } from "../../../test/model-provider.ts";
import type { Person, World } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import type { Foreign } from "./attacks.test-support.ts";
import { modelBody } from "./scene.test-support.ts";

/** The text of the only source that the model may read. */
export const ticked = "Guests pay by card before the invoice is closed. Refunds take five working days.";
/** Stands beside the words that attacks look for, in whatever is out of reach. */
export const canary = "Quaggacanary";
const secret = `Salaries are paid in silver bars each month. ${canary}.`;
const criteria = "## Acceptance criteria\n\n1. Guests pay by card.\n2. Salaries are paid.\n3. It ends.";

/** Fills a world with what a hostile model would like to reach. */
export async function hostileScene({ alice, bob, mallory }: World, provider: ModelProvider) {
  const alpha = "/v1/projects/alpha";
  const created = async (by: Person, path: string, body: object) => {
    const answer = await by.post(path, body);
    expect(outcome(answer)).toBe("201");
    return answer.body;
  };
  const { model } = await created(
    alice,
    "/v1/models",
    modelBody(provider, { contextTokens: 1_000_000, maxOutput: 30_000 }),
  );
  const plan = await newPlan(alice, alpha);
  const own = await newSpec(alice, plan, {
    title: "Paying",
    content: criteria.replace("Salaries", "Fees"),
  });
  const source = (path: string, title: string, by = alice) =>
    created(by, `${path}/context`, { title, text: title === "Ticked" ? ticked : secret });
  const id = String((await source(plan.path, "Ticked")).source.id);
  const elsewhere = await newPlan(alice, alpha, { name: `Root ${canary}` });
  const hidden = await newPlan(bob, alpha, { name: `Private ${canary}`, visibility: "PRIVATE" });
  await created(alice, "/v1/projects", { name: "Beta" });
  await created(mallory, "/v1/projects", { name: "Gamma" });
  const beta = await newPlan(alice, "/v1/projects/beta", { name: `Beta ${canary}` });
  // Numbers begin at 1 in each workspace: hers is one that ours doesn't have.
  for (let n = 0; n < 6; n++) await newPlan(mallory, "/v1/projects/gamma");
  const gamma = await newPlan(mallory, "/v1/projects/gamma", { name: `Gamma ${canary}` });
  const foreign: Foreign = {
    sources: [],
    specs: [],
    skills: ["slicing", "salaries"],
    ownSpec: own.shortId,
  };
  for (const [by, at] of [
    [alice, elsewhere],
    [bob, hidden],
    [alice, beta],
    [mallory, gamma],
  ] as const) {
    const spec = await newSpec(by, at, { title: `Salaries ${canary}`, content: secret });
    foreign.specs.push({ id: spec.id, handle: `${at.shortId}/${spec.shortId}`, planId: at.id });
    foreign.sources.push(String((await source(at.path, `Salaries ${canary}`, by)).source.id));
  }
  foreign.sources.push(String((await source(plan.path, `Unticked ${canary}`)).source.id));
  foreign.sources.push(String((await source(alpha, `Of the project ${canary}`)).source.id));
  const markdown = `---\nname: salaries\ndescription: Use it for salaries. ${canary}\n---\n\n${secret}`;
  expect(outcome(await alice.put(`${alpha}/skills/salaries`, { markdown }))).toMatch(/^20/);
  return {
    plan,
    own,
    foreign,
    /** The body of a run that reads the ticked source only. */
    run: { modelId: model.id, sources: [id], skills: ["testable-criteria"] },
    sourceId: id,
    /** Ids of documents that must have no suggestion, but for the plan's own. */
    others: [own.id, elsewhere.id, beta.id, ...foreign.specs.map((spec) => spec.id)],
  };
}
