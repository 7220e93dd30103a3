import fc from "fast-check";
import { expect } from "vitest";
import type { Answer, Person, World } from "../../world.ts";

/** What a plan and all around it is made of. */
export interface Scene {
  name: string;
  description: string;
  specs: { title: string; content: string; needs: number[]; effort: number }[];
  sources: { title: string; text: string }[];
  question: { body: string; options: string[]; answer: string };
  instructions: string;
  note: string;
}

/** Handles and ids of a scene. */
export interface Made {
  project: string;
  /** The plan's address. */
  path: string;
  plan: string;
  specs: string[];
  sources: string[];
}

/** Returns scenes of such lines and names. */
export function scenes(line: fc.Arbitrary<string>, name: fc.Arbitrary<string>): fc.Arbitrary<Scene> {
  const text = fc.array(line, { maxLength: 30, size: "max" }).map((lines) => lines.join("\n"));
  const content = fc
    .record({ text, criteria: fc.array(line, { maxLength: 6 }) })
    .map(({ text: own, criteria }) =>
      criteria.length === 0
        ? own
        : `${own}\n\n## Acceptance criteria\n\n${criteria.map((one, n) => `${n + 1}. ${one}`).join("\n")}\n`,
    );
  const spec = fc.record({
    title: name,
    content,
    needs: fc.array(fc.nat(50), { maxLength: 2 }),
    effort: fc.integer({ min: 1, max: 5 }),
  });
  return fc.record({
    name,
    description: text,
    specs: fc.array(spec, { minLength: 2, maxLength: 8, size: "max" }),
    sources: fc.uniqueArray(fc.record({ title: name, text: text.map((own) => `Source.\n${own}`) }), {
      maxLength: 3,
      selector: ({ title }) => title,
    }),
    question: fc.record({
      body: text.map((own) => `Which?\n${own}`.slice(0, 5000).toWellFormed()),
      options: fc.uniqueArray(name, { minLength: 2, maxLength: 3, selector: (one) => one.trim() }),
      answer: text.map((own) => `This one.\n${own}`.slice(0, 5000).toWellFormed()),
    }),
    instructions: text,
    note: text.map((own) => `Noted.\n${own}`.slice(0, 1500).toWellFormed()),
  });
}

async function sent(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body).slice(0, 500)).toBeLessThan(300);
  return body;
}

let projects = 0;

/** Makes a scene in a project of its own; its second spec has an answered question, evidence, and an ended claim. */
export async function make({ alice, bob }: Pick<World, "alice" | "bob">, scene: Scene): Promise<Made> {
  const project = `p${++projects}`;
  const post = async (by: Person, path: string, body: object) => sent(by.post(path, body));
  await post(alice, "/v1/projects", { name: scene.name, slug: project });
  await sent(alice.put(`/v1/projects/${project}/instructions`, { markdown: scene.instructions }));
  const plans = `/v1/projects/${project}/plans`;
  const { plan } = await post(alice, plans, { name: scene.name, description: scene.description });
  const path = `${plans}/${plan.shortId}`;
  const batch = scene.specs.map(({ title, content, needs, effort }, at) => {
    const needsFirst = [...new Set(needs.filter((need) => need < at))].map((need) => `r${need}`);
    return { ref: `r${at}`, title, content, needsFirst, effort, readiness: 4 };
  });
  const { specs } = await post(alice, `${path}/specs/batch`, { specs: batch });
  await sent(alice.patch(path, { status: "READY" }));
  const sources: string[] = [];
  for (const source of scene.sources) sources.push((await post(alice, `${path}/context`, source)).source.id);
  const [, asked] = specs;
  const { body, options, answer } = scene.question;
  for (const isAnswered of [true, false]) {
    const threads = `/v1/documents/${asked.id}/threads`;
    const { thread } = await post(bob, threads, { body, kind: "question", options });
    if (isAnswered) await post(alice, `${threads}/${thread.id}/answer`, { body: answer, option: 1 });
  }
  const taken = await post(bob, "/v1/claims", {
    spec: `${plan.shortId}/${specs[0].shortId}`,
    agent: scene.name.slice(0, 80).toWellFormed(),
  });
  const evidence = [{ criterion: 1, result: "failed", kind: "run", ref: scene.name, note: scene.note }];
  if (/^1\. ./m.test(scene.specs[0]?.content ?? ""))
    await bob.post(`${path}/specs/${specs[0].shortId}/evidence`, { evidence });
  await post(bob, `/v1/claims/${taken.claim.id}/release`, { note: scene.note });
  return {
    project,
    path,
    plan: plan.shortId,
    specs: specs.map(({ shortId }: { shortId: string }) => `${plan.shortId}/${shortId}`),
    sources,
  };
}
