import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { getSpec, listPlans, listSpecs, updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { disk } from "../../cli/src/import/disk/disk.ts";
import { importAll } from "../../client/src/import/import-all.ts";
import { kiroIn } from "../../client/src/import/kiro/format.ts";
import { planReports } from "../../client/src/import/report.ts";
import { writeZip } from "../../server/src/zip/write-zip.ts";
import { chooseByKeyboard, pressOn, tabTo } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { projectOf as plainProjectOf } from "./plans.ts";
import { isThere, refuse } from "./refusals.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";

let disks: string;
test.beforeEach(() => {
  disks = mkdtempSync(join(tmpdir(), "console-kiro-"));
});
test.afterEach(() => rmSync(disks, { recursive: true }));

function write(file: string, text: string | Uint8Array): string {
  const path = join(disks, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const requirement = (number: number, title: string, criterion: string) =>
  `### Requirement ${number}: ${title}\n\n#### Acceptance Criteria\n1. WHEN ${criterion} THEN it SHALL be told\n\n`;

/** A separate project, because an import merges into its plans. */
async function projectOf(name: string) {
  const made = await plainProjectOf(name);
  const { ada, params } = made;
  const plansNow = async () => {
    const { plans } = await ada.call(listPlans, { params });
    return Object.fromEntries(plans.map(({ shortId, externalRef }) => [externalRef, shortId]));
  };
  return { ...made, plansNow };
}

/** Drops a path as from the desktop. */
async function drop(page: Page, path: string): Promise<void> {
  const box = await page
    .getByText(/^No plans yet|^PLAN-\d+$/)
    .first()
    .boundingBox();
  if (!box) throw new Error("There is no list of plans.");
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await devtools.send("Input.dispatchDragEvent", { type, x: box.x + 5, y: box.y + 5, data });
  await devtools.detach();
}

const listed = (page: Page, name: string) => dialogOf(page).getByRole("list", { name, exact: true });

test("A dropped Kiro folder creates the plans of its preview, and dropping it again updates them", {
  tag: "@both",
}, async ({ page }) => {
  const { ada, params, plansNow, path } = await projectOf("Ferries");
  write(
    ".kiro/specs/seats/requirements.md",
    requirement(1, "Seats", "one is free") + requirement(2, "Pets", "b"),
  );
  write(".kiro/specs/seats/tasks.md", "- [x] 1. Count the seats\n- [ ] 2. Sell them\n");
  write(".kiro/specs/seats/design.md", "# How seats are kept\n");
  write(".kiro/specs/crew/requirements.md", requirement(1, "Crew", "somebody is ill"));
  write(".kiro/specs/broken/requirements.md", Uint8Array.of(0xff, 0xfe, 0xfd));
  write(".kiro/specs/notes.txt", "x");
  write(".kiro/steering/tech.md", "# Technology\n");
  await page.goto(path);
  await drop(page, join(disks, ".kiro"));
  await expect(dialogOf(page).getByRole("status")).toHaveText(
    "Would be made: 4 plans, 5 specs, and 2 context sources.",
  );
  await expect(listed(page, "Plans").getByRole("listitem")).toHaveCount(4);
  await expect(listed(page, "Skipped folders")).toContainText("is not UTF-8: save it as UTF-8");
  await expect(listed(page, "Skipped, changed or not recognized")).toContainText("notes.txt:1");
  await expectAccessibleByDayAndNight(page);
  expect(await plansNow()).toEqual({});

  await dialogOf(page).getByRole("button", { name: "Import" }).click();
  await expect(dialogOf(page).getByRole("status")).toHaveText(
    "Now made: 4 plans, 5 specs, and 2 context sources.",
  );
  const plans = await plansNow();
  expect(Object.keys(plans).sort()).toEqual(["kiro:", "kiro:crew", "kiro:seats", "kiro:seats/tasks"]);
  const planShortId = String(plans["kiro:seats"]);
  await expect(listed(page, "Plans")).toContainText(planShortId);
  await dialogOf(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Plans" })).toContainText(": tasks");
  // The command then finds no changes.
  const kiro = kiroIn(disk());
  const target = { client: ada, ...params, options: { dryRun: true, onConflict: "keep" as const } };
  const reading = { tasks: "top", order: "yes" } as const;
  const again = await importAll(kiro, await kiro.find(join(disks, ".kiro"), reading), reading, target);
  expect(planReports(again).map(({ result }) => result.outcome)).toEqual(Array(4).fill("unchanged"));

  const specsNow = async () =>
    (await ada.call(listSpecs, { params: { ...params, planShortId } })).specs.map(({ shortId, title }) => [
      shortId,
      title,
    ]);
  expect(await specsNow()).toEqual([
    ["SPEC-1", "Seats"],
    ["SPEC-2", "Pets"],
  ]);
  const specParams = { ...params, planShortId, specShortId: "SPEC-1" };
  const contentNow = async () => (await ada.call(getSpec, { params: specParams })).spec.content;
  write(
    ".kiro/specs/seats/requirements.md",
    requirement(1, "Seats", "a seat is free") + requirement(2, "Pets", "b") + requirement(3, "Bicycles", "c"),
  );
  await drop(page, join(disks, ".kiro"));
  await expect(dialogOf(page).getByRole("status")).toHaveText(
    "Would be made: 1 spec. Would be changed: 1 spec. Unchanged: 4 specs.",
  );
  await expect(listed(page, "Plans")).toContainText("SPEC-1 Seats: content");
  await expect(listed(page, "Plans")).toContainText("Bicycles: new");
  expect(await contentNow()).toContain("WHEN one is free");
  await dialogOf(page).getByRole("button", { name: "Import" }).click();
  await expect(dialogOf(page).getByRole("button", { name: "Done" })).toBeVisible();
  expect(await contentNow()).toContain("WHEN a seat is free");
  expect((await specsNow()).map(([, title]) => title)).toEqual(["Seats", "Pets", "Bicycles"]);
  await dialogOf(page).getByRole("button", { name: "Done" }).click();

  await drop(page, join(disks, ".kiro"));
  await expect(dialogOf(page).getByRole("status")).toHaveText(
    "Everything that can be imported is up to date.",
  );
  await expect(dialogOf(page).getByRole("button", { name: "Import" })).toHaveCount(0);
});

test("A chosen archive of two formats is imported, and says what it could not hold", async ({ page }) => {
  const { plansNow, path } = await projectOf("Archives");
  const task = (id: number, more: object) => ({
    id,
    title: `Task ${id}`,
    description: "",
    dependencies: [],
    ...more,
  });
  const tasks = [
    task(1, { status: "done", testStrategy: "It adds up." }),
    task(2, { status: "deferred", dependencies: [1, 7] }),
  ];
  const packed = await buffer(
    writeZip(
      Object.entries({
        "till-main/.taskmaster/tasks/tasks.json": JSON.stringify({ master: { tasks } }, null, 2),
        "till-main/.beads/issues.jsonl": '{"id":"b-1","title":"Ring","status":"open"}\n',
      }).map(([name, text]) => ({ path: name, executable: false, read: () => [Buffer.from(text)] })),
    ),
  );
  const archive = write("till.zip", packed);
  await page.goto(path);
  await page.getByLabel("File or archive to import").setInputFiles(archive);
  const part = (name: string) => dialogOf(page).getByRole("region", { name, exact: true });
  await expect(part("Task Master").getByRole("status")).toHaveText("Would be made: 1 plan and 2 specs.");
  await expect(part("beads").getByRole("status")).toHaveText("Would be made: 1 plan and 1 spec.");
  const told = part("Task Master").getByRole("list", { name: "Skipped, changed or not recognized" });
  await expect(told).toContainText("2: 7");
  await expect(told).toContainText("needs a task that isn't there");
  await expect(told).toContainText('kept in the text under "Imported fields"');
  await expectAccessibleByDayAndNight(page);
  expect(await plansNow()).toEqual({});
  await dialogOf(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialogOf(page).getByRole("button", { name: "Done" })).toBeVisible();
  expect(Object.keys(await plansNow()).sort()).toEqual(["beads:", "taskmaster:master"]);
  await dialogOf(page).getByRole("button", { name: "Done" }).click();

  await drop(page, archive);
  await expect(part("beads").getByRole("status")).toHaveText(
    "Everything that can be imported is up to date.",
  );
  await expect(dialogOf(page).getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
});

const notText = Uint8Array.of(0xff, 0xfe, 0xfd);

/** A folder of each format besides Kiro's, with something that can't be held. */
const folders: Record<string, { files: Record<string, string | Uint8Array>; told: string }> = {
  openspec: {
    files: {
      "openspec/specs/tickets/spec.md":
        "# Tickets\n\n## Requirements\n\n### Requirement: Paying\n\nThe till SHALL take cards.\n\n#### Scenario: A card\n\n- **WHEN** a guest pays\n- **THEN** the seat is theirs\n",
      "openspec/changes/add-seats/proposal.md": "## Why\n\nGuests want seats.\n",
      "openspec/changes/add-seats/tasks.md": notText,
    },
    told: "UTF-8",
  },
  "spec-kit": {
    files: {
      "specs/001-seats/spec.md":
        "# Feature Specification: Seats\n\n### User Story 1 - Choose a seat (Priority: P1)\n\n**Acceptance Scenarios**:\n\n1. **Given** a free seat, **When** it is chosen, **Then** it is theirs\n",
      "specs/001-seats/plan.md": notText,
    },
    told: "UTF-8",
  },
  backlog: {
    files: {
      "backlog/config.yml": 'project_name: "Seats"\nstatuses: ["To Do", "In Progress", "Done"]\n',
      "backlog/tasks/task-1 - Sell-seats.md":
        "---\nid: task-1\ntitle: Sell seats\nstatus: Waiting\ndependencies: [task-9]\n---\n\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [ ] #1 A seat is sold once\n<!-- AC:END -->\n",
    },
    told: "Waiting",
  },
  taskmaster: {
    files: {
      ".taskmaster/tasks/tasks.json": JSON.stringify({
        master: { tasks: [{ id: 1, title: "Sell seats", description: "", dependencies: [7] }] },
      }),
    },
    told: "needs a task that isn't there",
  },
  beads: {
    files: {
      ".beads/issues.jsonl": '{"id":"s-1","title":"Sell seats","status":"open"}\nnot JSON\n',
    },
    told: "issues.jsonl:2",
  },
};

for (const [format, { files, told }] of Object.entries(folders))
  test(`A dropped folder of ${format} is previewed and imported, and says what it could not hold`, async ({
    page,
  }) => {
    const { plansNow, path } = await projectOf(`Dropped ${format}`);
    for (const [file, content] of Object.entries(files)) write(`${format}/${file}`, content);
    await page.goto(path);
    await drop(page, join(disks, format));
    await expect(dialogOf(page).getByRole("status")).toContainText(/^Would be made: \d plans?/);
    await expect(dialogOf(page)).toContainText(told);
    await expectAccessibleByDayAndNight(page);
    expect(await plansNow()).toEqual({});
    await dialogOf(page).getByRole("button", { name: "Import", exact: true }).press("Enter");
    await expect(dialogOf(page).getByRole("status")).toContainText(/^Now made: \d plans?/);
    await expect(dialogOf(page)).toContainText(told);
    const made = Object.keys(await plansNow());
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter((reference) => !reference.startsWith(`${format}:`))).toEqual([]);
  });

test("A folder is chosen and imported by keyboard alone, including its conflicts", async ({ page }) => {
  const { ada, params, plansNow, path } = await projectOf("Harbours");
  write("berths/requirements.md", requirement(1, "Berths", "a ship comes"));
  await page.goto(path);
  const choose = async () => {
    const asked = page.waitForEvent("filechooser");
    await pressOn(page, page.getByRole("button", { name: "Import a folder" }));
    await (await asked).setFiles(join(disks, "berths"));
    await expect(dialogOf(page).getByRole("status")).toBeVisible();
  };
  const dialogButton = (name: string) => dialogOf(page).getByRole("button", { name });
  await choose();
  await pressOn(page, dialogButton("Import"));
  await expect(dialogButton("Done")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
  const planShortId = String((await plansNow())["kiro:berths"]);
  const specParams = { ...params, planShortId, specShortId: "SPEC-1" };
  const specNow = async () => (await ada.call(getSpec, { params: specParams })).spec;

  const { content } = await specNow();
  await ada.call(updateSpec, { params: specParams, body: { content: content.replace("a ship", "a yacht") } });
  write("berths/requirements.md", requirement(1, "Berths", "a ferry comes"));
  await choose();
  await expect(dialogOf(page).getByRole("status")).toHaveText(
    "Both sides changed the same text. The current version stays until you decide.",
  );
  const open = listed(page, "Changed on both sides");
  await expect(open).toContainText("WHEN a yacht comes");
  await expect(open).toContainText("WHEN a ferry comes");
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  const decide = dialogOf(page).getByLabel("Items changed on both sides, or deleted here");
  await chooseByKeyboard(page, decide, "Use the folder's version");
  await expect(dialogOf(page).getByRole("status")).toHaveText("Would be changed: 1 spec.");
  await pressOn(page, dialogButton("Import"));
  await expect(dialogButton("Done")).toBeVisible();
  expect((await specNow()).content).toContain("WHEN a ferry comes");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Import a folder" })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "berths 1 spec" }));
});

test("A folder or file of no format is refused with advice, and nothing is created", async ({ page }) => {
  const { plansNow, path } = await projectOf("Lighthouses");
  const large = requirement(1, "A", "b").padEnd(17 * 1024 * 1024, "x");
  const bad = [
    [dirname(write("designed/design.md", "# A design\n")), /^designed holds nothing of .*Kiro/],
    [
      dirname(write("empty/requirements.md", "# Requirements\n\nNo user story yet.\n")),
      /holds no requirement, so nothing was made/,
    ],
    [dirname(write("latin/requirements.md", Uint8Array.of(0xfc))), /is not UTF-8: save it as UTF-8/],
    [dirname(write("large/requirements.md", large)), /is larger than 16 MiB: make it/],
    [
      write("alone/notes.md", "Notes.\n"),
      /^alone\/notes\.md holds nothing of|^notes\/notes\.md holds nothing of/,
    ],
    [write("cut.zip", Uint8Array.of(0x50, 0x4b, 3, 4, 0)), /it is damaged/],
  ] as const;
  await page.goto(path);
  for (const [dropped, problem] of bad) {
    await drop(page, dropped);
    await expect(dialogOf(page).getByRole("alert").locator("p").first()).toHaveText(problem);
    await expect(dialogOf(page).getByRole("button", { name: "Import" })).toHaveCount(0);
    if (dropped.endsWith("empty")) await expectAccessibleByDayAndNight(page);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
  }
  mkdirSync(join(disks, "many"));
  for (let file = 0; file <= 10_000; file++) writeFileSync(join(disks, "many", `${file}.md`), "");
  await drop(page, join(disks, "many"));
  await expect(page.getByText("This folder has more than 10,000 files.")).toBeVisible();
  expect(await plansNow()).toEqual({});
});

test("An import shows its progress, and continues when its dialog is closed", async ({ page }) => {
  const { plansNow, path } = await projectOf("Canals");
  for (let lock = 1; lock <= 200; lock++)
    write(
      `specs/lock-${lock}/requirements.md`,
      requirement(1, `Lock ${lock}`, "b") + requirement(2, "C", "d"),
    );
  await page.goto(path);
  let letThrough = () => {};
  const hold = () => {
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    return page.route("**/imports", async (route) => {
      await held;
      await route.continue();
    });
  };
  await hold();
  await drop(page, join(disks, "specs"));
  const progress = dialogOf(page).getByRole("progressbar", { name: "Progress of the import" });
  await expect(progress).toHaveAttribute("aria-valuetext", "Checking what would change…");
  await expectAccessibleByDayAndNight(page);
  letThrough();
  await expect(dialogOf(page).getByRole("status")).toHaveText("Would be made: 201 plans and 400 specs.");
  await page.unroute("**/imports");
  await hold();
  await dialogOf(page).getByRole("button", { name: "Import" }).click();
  await expect(progress).toHaveAttribute("aria-valuetext", "0 of 200 specs' folders are imported.");
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  letThrough();
  await expect(page.getByText("Now made: 201 plans and 400 specs.")).toBeVisible();
  expect(Object.keys(await plansNow())).toContain("kiro:lock-10");
});

test("Whatever the error, a refused preview or import creates nothing, and can be retried", async ({
  page,
}) => {
  const { path, plansNow } = await projectOf("Refused to be imported");
  write("seats/requirements.md", requirement(1, "Seats", "one is free"));
  const dialog = dialogOf(page);
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).press("Enter");
  await page.goto(path);
  let isGiven = false;
  const preview = async () => {
    if (isGiven) return press("Try again");
    isGiven = true;
    return page.getByLabel("Folder to import").setInputFiles(join(disks, "seats"));
  };
  await refuse(page, preview, isThere(dialog.getByText("The import failed.")));
  await press("Try again");
  await expect(dialog.getByRole("status")).toHaveText(/^Would be made: 1 plan/);
  let isSeen = true;
  const run = () => press(isSeen ? "Import" : "Try again");
  await refuse(page, run, async () => {
    await expect(dialog.getByText("The import failed.")).toBeVisible();
    isSeen = false;
  });
  expect(await plansNow()).toEqual({});
  await press("Try again");
  await expect(dialog.getByRole("button", { name: "Import" })).toBeEnabled();
  await press("Import");
  await expect(dialog.getByRole("status")).toHaveText(/^Now made: 1 plan/);
});
