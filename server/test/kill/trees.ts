import type { Had, StandIn } from "../push/stand-in.ts";
import type { Send } from "./asker.ts";

export interface Tree {
  mark: string;
  target: string;
  main: string;
  expected: Had;
}

const subs = ["Sub 1", "Sub 2", "Sub 3"];

/** Creates a project with a plan and three sub-plans of `items` items in total, some nested or dependent. */
export async function makeTree(send: Send, standIn: StandIn, n: number, items: number): Promise<Tree> {
  const mark = ` #${n}`;
  const { target, name } = standIn.target(n);
  const project = `/v1/projects/p${n}`;
  await send("POST", "/v1/projects", { name: `p${n}` });
  await send("PUT", `${project}/tracker`, { provider: standIn.provider, target });
  const plan = async (called: string, more: object): Promise<string> => {
    const body = { name: `${called}${mark}`, ...more };
    const made = await send<{ plan: { shortId: string } }>("POST", `${project}/plans`, body);
    return made.plan.shortId;
  };
  const expected: Had = { Launch: { parent: null, needs: [] } };
  const mainId = await plan("Launch", {});
  const specsEach = Math.floor(items / (subs.length + 1)) - 1;
  await addSpecs(send, `${project}/plans/${mainId}`, { plan: "Launch", count: specsEach, mark }, expected);
  let before: { id: string; called: string } | null = null;
  for (const called of subs) {
    const id = await plan(called, { parentPlanId: mainId });
    const address = `${project}/plans/${id}`;
    await addSpecs(send, address, { plan: called, count: specsEach, mark }, expected);
    // Not every tracker can nest containers.
    const parent = standIn.connector === "github" ? "Launch" : null;
    expected[called] = { parent, needs: before ? [before.called] : [] };
    if (before) await send("POST", `${address}/dependencies`, { fromPlanId: id, toPlanId: before.id });
    before = { id, called };
  }
  return { mark, target: name, main: `${project}/plans/${mainId}`, expected };
}

interface Specs {
  plan: string;
  count: number;
  mark: string;
}

/**
 * Adds specs: of each ten, the second to fourth are nested in the first; the others and the third depend on
 * the previous one.
 */
async function addSpecs(
  send: Send,
  address: string,
  { plan, count, mark }: Specs,
  expected: Had,
): Promise<void> {
  const called = (at: number) => `${plan} ${at}`;
  const specs = Array.from({ length: count }, (_, at) => {
    const place = at % 10;
    const above = place >= 1 && place <= 3 ? called(at - place) : null;
    const needs = at > 0 && place !== 1 && place !== 3 ? [called(at - 1)] : [];
    expected[called(at)] = { parent: above ?? plan, needs };
    return {
      ref: called(at),
      title: `${called(at)}${mark}`,
      content: "## Acceptance criteria\n\n1. It works.",
      ...(above === null ? {} : { parentSpecId: above }),
      needsFirst: needs,
    };
  });
  await send("POST", `${address}/specs/batch`, { specs });
}
