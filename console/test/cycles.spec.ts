import { createDependency, listSpecs, moveSpec, updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { planOf, titled } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";

const note = (page: Page) => page.getByRole("region", { name: "Waiting for each other" });

test("Specs in a cycle after a move are named on Ready to work on and on each of their plans, until one is done", async ({
  page,
}) => {
  const first = await planOf("Waits below", titled("Foundation"));
  const second = await planOf("Waits above", titled("Roof"));
  const apart = await planOf("Waits beside", titled("Walls"));
  const { ada } = first;
  const specOf = async ({ params }: typeof first) => {
    const [spec] = (await ada.call(listSpecs, { params })).specs;
    if (!spec) throw new Error("The plan has no spec.");
    return spec;
  };
  const [foundation, walls] = [await specOf(first), await specOf(apart)];
  await ada.call(createDependency, {
    params: first.params,
    body: { fromPlanId: first.plan.id, toPlanId: second.plan.id },
  });
  await ada.call(createDependency, {
    params: apart.params,
    body: { fromSpecId: walls.id, toSpecId: foundation.id },
  });
  await page.goto(first.path);
  await expect(page.getByText("Foundation")).toBeVisible();
  await expect(note(page)).toHaveCount(0);

  const params = { ...apart.params, specShortId: walls.shortId };
  const { spec: moved } = await ada.call(moveSpec, { params, body: { planId: second.plan.id } });
  const there = `${second.plan.shortId}/${moved.shortId}`;
  await expect(note(page)).toContainText(
    `2 specs wait for each other: SPEC-1, ${there} (${second.plan.shortId}: Waits above)`,
  );
  await expectAccessibleByDayAndNight(page);
  await page.goto(second.path);
  await expect(note(page)).toContainText(
    `${first.plan.shortId}/SPEC-1, ${moved.shortId} (${first.plan.shortId}: Waits below)`,
  );
  await page.goto(`${second.path}/graph`);
  await expect(page.getByText(`(${first.plan.shortId}: Waits below)`)).toBeVisible();
  await page.goto("/ready");
  await expect(note(page)).toContainText(
    `${first.plan.shortId}/SPEC-1, ${there} (${first.plan.shortId}: Waits below; ${second.plan.shortId}: Waits above)`,
  );
  await expectAccessibleByDayAndNight(page);
  await page.goto(`${second.path}/specs/${moved.shortId}`);
  await expect(page.getByText("Remove one of the dependencies that form the cycle")).toBeVisible();

  await page.goto("/ready");
  await expect(note(page)).toBeVisible();
  const inSecond = { ...second.params, specShortId: moved.shortId };
  await ada.call(updateSpec, { params: inSecond, body: { status: "DONE" } });
  await expect(note(page)).toHaveCount(0);
});
