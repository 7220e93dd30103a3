import type { ImportedPlan, ImportedSpec, Notice } from "../format.ts";
import { fitName } from "../text/names.ts";
import type { PlanFiles } from "../text/plan-files.ts";
import { fitReference } from "../text/reference.ts";
import { commentsIn } from "./comments.ts";
import { prefix } from "./index.ts";
import { partsOf, word, words } from "./parts.ts";

/** A plan as it was read. */
export interface FoundPlan {
  /** `PLAN-3`; "" if its file has none. */
  handle: string;
  folder: string;
  plan: ImportedPlan;
  /** References of its specs by their handles. */
  refs: ReadonlyMap<string, string>;
  /** Sets parents and needs, which may be in other plans. */
  link(plans: ReadonlyMap<string, FoundPlan>): void;
}

const statuses = ["TODO", "IN_PROGRESS", "DONE", "CANCELLED"] as const;

/** Reads the file of a plan, and those of its specs. */
export function planOf({ texts, notices }: PlanFiles, path: string): FoundPlan {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const parts = partsOf(texts.get(path)?.lines ?? []);
  const handle = word(parts, "handle");
  const externalRef = fitReference(word(parts, "externalRef") || `${prefix}${handle || folder}`);
  const began = ["BUILDING", "DONE"].includes(word(parts, "status"));
  const read = [...texts.keys()]
    .filter(
      (file) => /^specs\/[^/]+\.md$/u.test(file.slice(folder.length + 1)) && file.startsWith(`${folder}/`),
    )
    .map((file) => specOf(texts.get(file)?.lines ?? [], file, externalRef, notices));
  read.sort((a, b) => numberOf(a.handle) - numberOf(b.handle));
  const refs = new Map(read.map(({ handle: own, spec }) => [own, spec.externalRef]));
  for (const { handle: own, spec } of read) {
    const said = texts.get(`${folder}/threads/${own}.md`);
    const comments = said ? commentsIn(said.lines) : [];
    if (comments.length > 0) spec.comments = comments;
  }
  const plan: ImportedPlan = {
    externalRef,
    name: fitName(word(parts, "name")).name || fitName(folder).name || "Plan",
    description: parts.text,
    status: began ? "BUILDING" : "PLANNING",
    specs: read.map(({ spec }) => spec),
    source: { path },
  };
  return {
    handle,
    folder,
    plan,
    refs,
    link(plans) {
      const upper = plans.get(word(parts, "parent"));
      if (upper) plan.parentExternalRef = upper.plan.externalRef;
      // An export adds needs and parents to an imported folder by their references.
      const given = new Set([...plans.values()].flatMap((one) => [...one.refs.values()]));
      const own = new Set(refs.values());
      for (const { spec, needs, parent, file } of read) {
        const refOf = (named: string) => {
          const [first = "", second] = named.split("/");
          const ofHandle = second === undefined ? refs.get(first) : plans.get(first)?.refs.get(second);
          return ofHandle ?? (given.has(named) ? named : undefined);
        };
        const tell = (named: string, why: string) => notices.push({ file, line: 1, text: named, why });
        for (const named of needs)
          if (refOf(named) === undefined) tell(named, "a need that is not in the folder: left out");
        spec.needsFirst = needs.flatMap((named) => refOf(named) ?? []);
        const above = refs.get(parent) ?? (own.has(parent) ? parent : null);
        if (parent !== "" && above === null) tell(parent, "a parent that is not in its plan: left out");
        spec.parentRef = above;
      }
    },
  };
}

const numberOf = (handle: string) => Number(/\d+$/.exec(handle)?.[0] ?? Number.MAX_SAFE_INTEGER);

function specOf(lines: readonly string[], file: string, plan: string, notices: Notice[]) {
  const parts = partsOf(lines);
  const handle = word(parts, "handle");
  const status = statuses.find((one) => one === word(parts, "status"));
  const effort = Number(word(parts, "effort")) || null;
  const title = fitName(word(parts, "title")).name || fitName(file.slice(file.lastIndexOf("/") + 1)).name;
  const isSized = effort !== null && Number.isInteger(effort) && effort >= 1 && effort <= 5;
  if (word(parts, "status") !== "" && !status)
    notices.push({ file, line: 1, text: word(parts, "status"), why: "no status: taken as TODO" });
  if (effort !== null && !isSized)
    notices.push({ file, line: 1, text: String(effort), why: "no effort from 1 to 5: left out" });
  const spec: ImportedSpec = {
    externalRef: fitReference(word(parts, "externalRef") || `${plan}/${handle || file}`),
    title: title || "Spec",
    content: parts.text,
    status: status ?? "TODO",
    effort: isSized ? effort : null,
    source: { path: file },
  };
  return { spec, handle: handle || file, needs: words(parts, "needs"), parent: word(parts, "parent"), file };
}
