import { acceptanceCriteria } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { sourcesOfPlan } from "../context/sources-of-plan.ts";
import { type Proofs, proofOf, proofsOf } from "../evidence/proven.ts";
import { planHandle, specHandle } from "../handles.ts";
import { sizeOf } from "../pack/compose.ts";
import { mostCharactersPerToken } from "../pack/read-items.ts";
import { instructionsOf } from "../pack/read-level-texts.ts";
import { readSources } from "../pack/read-sources.ts";
import { answersOf } from "./answers.ts";
import { changesOf } from "./changes.ts";
import { needsOf } from "./needs.ts";
import type { BriefItem, Subject } from "./subject.ts";

/** Reads one part of a brief, within about a number of characters. */
type ReadPart = (
  db: Db,
  actor: Actor,
  subject: Subject,
  mostCharacters: number,
) => BriefItem[] | Promise<BriefItem[]>;

/** The parts of a brief in order; a new part is one more line. */
const parts: readonly ReadPart[] = [
  specOf,
  answersOf,
  changesOf,
  descriptionOf,
  needsOf,
  (db, actor, { path }) => instructionsOf(db, actor, path),
  sourcesFor,
];

/** Reads the items of a brief in order. Limits the text that is loaded; composing enforces the budget. */
export async function readParts(
  db: Db,
  actor: Actor,
  subject: Subject,
  budget: number,
): Promise<BriefItem[]> {
  const items: BriefItem[] = [];
  let left = budget * mostCharactersPerToken;
  for (const readPart of parts) {
    const read = await readPart(db, actor, subject, Math.max(0, left));
    for (const { text } of read) left -= text.length;
    items.push(...read);
  }
  return items;
}

async function specOf(db: Db, _actor: Actor, { plan, spec }: Subject): Promise<BriefItem[]> {
  const { id, title, revision, status, content } = spec;
  const handle = `${planHandle(plan.number)}/${specHandle(spec.number)}`;
  const facts = { id: handle, title, revision, status };
  const text = [content, ...provenIn(content, await proofsOf(db, spec))].join("\n\n");
  return [{ kind: "spec", id, title, revision, facts, text, size: sizeOf(text.length) }];
}

/** Says which criteria have evidence, and which are open; nothing if none has. */
function provenIn(content: string, proofs: Proofs): string[] {
  if (Object.keys(proofs).length === 0) return [];
  const lines = acceptanceCriteria(content).map((criterion, index) => {
    const proof = proofOf(proofs, criterion);
    return `- ${criterion.id ?? index + 1}: ${proof ? `${proof.result} (${proof.trust})` : "open"}`;
  });
  return [["Evidence so far:", ...lines].join("\n")];
}

function descriptionOf(_db: Db, _actor: Actor, { plan }: Subject): BriefItem[] {
  const { id, name: title, revision, description } = plan;
  if (!description) return [];
  const handle = planHandle(plan.number);
  return [{ kind: "plan", id, handle, title, revision, text: description, size: sizeOf(description.length) }];
}

/** Reads the plan's active sources, those first that the spec names by title or id. */
async function sourcesFor(db: Db, actor: Actor, { spec, path }: Subject, mostCharacters: number) {
  const sources = (await sourcesOfPlan(db, actor, path)).filter(({ active }) => active !== 0);
  const content = spec.content.toLowerCase();
  const isNamed = ({ id, title }: { id: string; title: string }) =>
    content.includes(id) || (title.length > 2 && content.includes(title.toLowerCase()));
  const { named = [], others = [] } = Object.groupBy(sources, (row) => (isNamed(row) ? "named" : "others"));
  return (await readSources(db, [...named, ...others], mostCharacters)).items;
}
