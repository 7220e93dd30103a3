import {
  createPlan,
  createPlanSource,
  createSuggestion,
  getPlan,
  listSpecs,
  listSuggestions,
  updatePlanSource,
} from "@groundplan/contract";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";
import { programOf } from "./world.ts";

const content = `Guests pay at once.

## Acceptance criteria

1. AC-1: A card that expired is refused with a message
2. AC-2: A payment is on the account within 60 seconds
`;
const quote = "a card that expired should be refused at once";

test("Of three suggested specs two are accepted, and a criterion shows the words that it comes from", async ({
  page,
}) => {
  const ada = programOf("ada");
  const body = { name: "Suggested for", description: "About payments." };
  const { plan } = await ada.call(createPlan, { params: { projectSlug: "web" }, body });
  const params = { projectSlug: "web", planShortId: plan.shortId };
  const text = `Guests said that ${quote}, and not in the evening.`;
  const { source } = await ada.call(createPlanSource, { params, body: { title: "Interview", text } });
  const specs = [
    {
      ref: "paying",
      title: "Paying by card",
      content,
      effort: 2,
      from: [
        { criterion: 1, sourceId: source.id, quote },
        { criterion: 2, assumed: true as const },
      ],
    },
    { ref: "refunds", title: "Refunds", content: "", needsFirst: ["paying"] },
    { ref: "coins", title: "Coins", content: "" },
  ];
  const suggest = async () => {
    const { revision } = (await ada.call(getPlan, { params })).plan;
    return ada.call(createSuggestion, {
      params: { documentId: plan.id },
      body: { baseRevision: String(revision), hunks: [], specs, message: "From the interview" },
    });
  };
  await suggest();
  const path = `/projects/web/plans/${plan.shortId}`;
  await page.goto(`${path}/discussion`);
  const card = page.getByRole("article", { name: "Suggestion by Ada" });
  await expect(card).toContainText("From the interview");
  await expect(card.getByRole("checkbox")).toHaveCount(3);
  await card.getByRole("button", { name: "Show text of Paying by card" }).click();
  const sources = card.getByRole("list", { name: "Sources of Paying by card" });
  await expect(sources).toContainText(`Criterion 1: “${quote}” · Interview`);
  await expect(sources).toContainText("Criterion 2: assumed");
  await expectAccessibleByDayAndNight(page);
  await card.getByRole("checkbox", { name: "Coins" }).uncheck();
  await card.getByRole("button", { name: "Accept 2 of 3" }).click();
  await expect(page.getByText("The suggestion is accepted: the plan has 2 new specs.")).toBeVisible();
  const made = (await ada.call(listSpecs, { params })).specs;
  expect(made.map(({ title }) => title)).toEqual(["Paying by card", "Refunds"]);
  expect(made[1]?.needsFirst).toEqual([made[0]?.shortId]);

  await page.getByRole("button", { name: "Show 1 resolved or decided" }).click();
  await expect(card).toContainText("Left out");
  await card.getByRole("link", { name: "SPEC-1" }).click();
  const cited = page.getByRole("region", { name: "Sources of criteria" });
  await expect(cited).toContainText(`“${quote}” · Interview`);
  await expect(cited).toContainText("Assumed");
  const rewrite = { params: { ...params, sourceId: source.id }, body: { text: "They said nothing of it." } };
  await ada.call(updatePlanSource, rewrite);
  await expect(cited).toContainText("no longer in the source");
  await expectAccessibleByDayAndNight(page);

  await ada.call(updatePlanSource, { ...rewrite, body: { text } });
  await suggest();
  await page.goto(`${path}/discussion`);
  await expect(card.getByRole("checkbox")).toHaveCount(3);
  await card.getByRole("button", { name: "Show text of Paying by card" }).click();
  await ada.call(updatePlanSource, rewrite);
  await expect(sources).toContainText(`“${quote}” · Interview, no longer in the source`);
  await page.keyboard.press("r");
  await page.getByRole("textbox", { name: "Reason" }).fill("We have them already.");
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("The suggestion is rejected. The text is unchanged.")).toBeVisible();
  const query = { state: "rejected" as const };
  const found = await ada.call(listSuggestions, { params: { documentId: plan.id }, query });
  expect(found.suggestions[0]?.reason).toBe("We have them already.");
});
