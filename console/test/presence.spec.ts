import { announcePresence } from "@groundplan/contract";
import { specOf } from "./talked-about.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNothingSideways,
  pageOf,
  settled,
  soon,
  test,
} from "./watched.ts";
import { programOf } from "./world.ts";

test("Who reads or types in a spec or plan is shown to the others beside its title", {
  tag: "@both",
}, async ({ page, browser }) => {
  const { path, document } = await specOf("Read by two");
  const here = page.getByRole("list", { name: "Here now" });
  await page.goto(path);
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  await settled(page);
  await expect(here).toHaveCount(0); // Nobody else.

  const other = await pageOf(browser, "grace");
  await other.goto(path);
  await expect(here.getByRole("listitem")).toHaveText("GGrace is reading", soon);
  await expect(other.getByRole("list", { name: "Here now" })).toContainText("Ada is reading");

  await page.getByRole("button", { name: /^Edit/ }).click();
  await page.getByRole("textbox", { name: "Text" }).pressSequentially("Guests ");
  await expect(other.getByRole("status").filter({ hasText: "Ada is typing" })).toBeVisible(soon);
  await expectAccessibleByDayAndNight(other);
  await other.setViewportSize({ width: 390, height: 844 });
  await expect(other.getByText("Ada is typing").first()).toBeVisible();
  await expectNothingSideways(other);
  await expectAccessibleByDayAndNight(other);

  const params = { documentId: document.id };
  const { people } = await programOf("ada").call(announcePresence, { params, body: { state: "reading" } });
  expect(people.map(({ name }) => name)).toEqual(["Ada", "Grace"]);

  await page.goto(path.replace(/\/specs.*/, ""));
  await other.goto(path.replace(/\/specs.*/, "/board"));
  await expect(here.getByRole("listitem")).toHaveText("GGrace is reading", soon);
  await other.context().close();
});
