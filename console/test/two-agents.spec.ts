import {
  type ClaimWithBrief,
  completeClaim,
  createThread,
  listSpecs,
  renewClaim,
  takeClaim,
  updatePlan,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { ApiError } from "../../client/src/index.ts";
import { dialogOf } from "./fresh.ts";
import { planOf, rowOf } from "./plans.ts";
import { expect, soon, test } from "./watched.ts";
import { programOf } from "./world.ts";

const criterion = "A cancelled booking frees its seat.";
const titles = Array.from({ length: 10 }, (_, n) => `Leg ${n + 1} of the tour`);
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The spec whose agent asks, and the one whose claim a person releases. */
const [asked, released] = ["Leg 3 of the tour", "Leg 6 of the tour"];

/** Works like an agent: claims, builds, proves and claims again until nothing is left. */
function agentOf(person: "ada" | "grace", planShortId: string, tour: Tour) {
  const program = programOf(person);
  const take = { planShortId, agent: `Agent of ${person}`, budget: 0, minutes: 10 };
  const next = async (): Promise<ClaimWithBrief | null> => {
    try {
      return await program.call(takeClaim, { body: take });
    } catch (error) {
      if (error instanceof ApiError && error.code === "nothing_to_claim") return null;
      throw error;
    }
  };
  const build = async ({ claim }: ClaimWithBrief) => {
    const params = { claimId: claim.id };
    const title = tour.titleOf(claim.specShortId);
    if (title === asked && !tour.hasAsked) {
      tour.hasAsked = true;
      const body = { body: "May a leg be booked alone?", kind: "question", blocking: true } as const;
      await program.call(
        createThread,
        { params: { documentId: claim.specId }, body: { ...body, options: ["Yes", "No"] } },
        { headers: { Claim: `${claim.id}.${claim.fence}` } },
      );
      await expect
        .poll(
          async () => (await program.call(renewClaim, { params, body: {} })).questions[0]?.answer?.option,
          soon,
        )
        .toBe(0);
    }
    if (title === released && !tour.wasReleased) {
      tour.held = claim.specShortId;
      await expect.poll(() => isLost(() => program.call(renewClaim, { params, body: {} })), soon).toBe(true);
      tour.wasReleased = true;
      return;
    }
    const ref = `https://ci.example/${claim.specShortId}`;
    const evidence = [{ criterion: 1, result: "passed", kind: "run", ref, checks: 4 } as const];
    await program.call(completeClaim, { params, body: { evidence } });
  };
  return async () => {
    for (let taken = await next(); taken; taken = await next()) await build(taken);
  };
}

interface Tour {
  titleOf(specShortId: string): string;
  hasAsked: boolean;
  /** The spec whose agent waits for its release. */
  held: string | null;
  wasReleased: boolean;
}

async function isLost(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === "claim_lost") return true;
    throw error;
  }
}

test("A person watches two agents work through a plan of ten, answers, releases and reads the evidence", async ({
  page,
}, info) => {
  info.setTimeout(240_000);
  const content = `Seats.\n\n## Acceptance criteria\n\n1. ${criterion}\n`;
  const specs = titles.map((title) => ({ title, content, readiness: 5 }));
  const { ada, params, path } = await planOf("A tour of ten legs", specs);
  const listed = (await ada.call(listSpecs, { params })).specs;
  const tour: Tour = {
    titleOf: (handle) => listed.find(({ shortId }) => shortId === handle)?.title ?? "",
    hasAsked: false,
    held: null,
    wasReleased: false,
  };
  await ada.call(updatePlan, { params, body: { status: "READY" } });

  const live = page.waitForResponse("**/v1/events");
  await page.goto(`${path}/board`);
  await live;
  const done = column(page, "Done").locator("[data-item]");
  await expect(done).toHaveCount(0);
  const work = (["ada", "grace"] as const).map((person) => agentOf(person, params.planShortId, tour)());
  const agents = Promise.all(work);
  await expect(
    column(page, "In progress")
      .getByText(/Held by (Ada|Grace) \(Agent of/)
      .first(),
  ).toBeVisible(soon);
  await expect(done.first()).toBeVisible(soon);

  await expect.poll(() => tour.hasAsked, soon).toBe(true);
  await page.goto("/inbox");
  const question = page.getByRole("article").filter({ hasText: "May a leg be booked alone?" });
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("The question is answered.")).toBeVisible();

  await page.goto(`${path}/board`);
  await expect.poll(() => tour.held, soon).not.toBeNull();
  await expect(rowOf(page, released)).toContainText("Held by", soon);
  await page.getByRole("button", { name: `Release ${tour.held}` }).click();
  await dialogOf(page)
    .getByRole("button", { name: `Release ${tour.held}` })
    .click();
  await expect(page.getByText(`${tour.held} is released and back in Todo.`)).toBeVisible();

  await agents;
  await expect(done).toHaveCount(10, soon);
  await expect(page.getByText("Held by")).toHaveCount(0, soon);
  await page.goto(`${path}/specs/${tour.held}`);
  const evidence = page.getByRole("region", { name: "Evidence", exact: true });
  await expect(evidence).toContainText(criterion);
  await expect(evidence.getByRole("link")).toHaveAttribute("href", `https://ci.example/${tour.held}`);
});
