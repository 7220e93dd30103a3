import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { beginningOf, sourcesOfPlan } from "../context/sources-of-plan.ts";
import type { PlanRow } from "../plans/access.ts";
import type { Item } from "./compose.ts";
import { readSpecs } from "./read-specs.ts";
import { formatsOf, instructionsOf, planOf, skillsOf } from "./read-tiers.ts";

/** The most characters of a token, on average over a text of words; only that much of long texts is read. */
const perToken = 16;

/** Reads what a planner should read for a plan, in the order of the pack, and no more text than the budget can hold. */
export async function readItems(
  db: Db,
  actor: Actor,
  path: { projectSlug: string; planShortId: string },
  plan: PlanRow,
  budget: number,
): Promise<Item[]> {
  const specs = await readSpecs(db, plan);
  const items = [
    ...(await instructionsOf(db, actor, path)),
    ...(await formatsOf(db, actor, path)),
    ...(await skillsOf(db, actor, path, budget * perToken)),
    planOf(plan, specs.listed),
  ];
  let room = budget * perToken;
  const shorten = (text: string, whole: boolean) => {
    room -= text.length;
    return whole ? {} : { cutBefore: "The budget ends within it." };
  };
  for (const source of await sourcesOfPlan(db, actor, path)) {
    const about = { kind: "source" as const, id: source.id, title: source.title, revision: source.revision };
    const leftOut = whyNot(source) ?? (room > 0 ? undefined : "The budget is used up.");
    const text = leftOut === undefined ? await beginningOf(db, source, room) : "";
    const isWhole = room >= source.text_chars;
    items.push({ ...about, text, ...(leftOut === undefined ? shorten(text, isWhole) : { leftOut }) });
  }
  for (const { row, handle } of specs.listed) {
    const about = { kind: "spec" as const, id: row.id, handle, title: row.title, revision: row.revision };
    if (room <= 0) items.push({ ...about, text: "", leftOut: "The budget is used up." });
    else {
      const text = await specs.contentOf(row.id);
      items.push({ ...about, text, ...shorten(text, true) });
    }
  }
  return items;
}

/** Returns why a source is not read, whatever the budget is. */
function whyNot(source: {
  active: number | null;
  text_chars: number;
  enrichment: string;
}): string | undefined {
  if (source.active === 0) return "It is switched off for this plan.";
  if (source.text_chars > 0) return undefined;
  return source.enrichment === "pending" || source.enrichment === "running"
    ? "It has not been read yet."
    : "It has no text.";
}
