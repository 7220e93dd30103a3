import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { neededSpecs } from "../dependencies/needed-specs.ts";
import { planHandle, specHandle } from "../handles.ts";
import { sizeOf } from "../pack/compose.ts";
import { firstParagraph } from "./first-paragraph.ts";
import type { BriefItem, Subject } from "./subject.ts";

/** Returns the readable specs that a spec needs, each with its first paragraph. */
export async function needsOf(db: Db, actor: Actor, { spec }: Subject): Promise<BriefItem[]> {
  const needs = await neededSpecs(db, actor, spec);
  return needs.map(({ id, number, plan_number, title, status, revision, beginning }) => {
    const text = firstParagraph(beginning);
    const facts = { id: `${planHandle(plan_number)}/${specHandle(number)}`, title, status };
    return { kind: "need", id, title, revision, facts, text, size: sizeOf(title.length + text.length) };
  });
}
