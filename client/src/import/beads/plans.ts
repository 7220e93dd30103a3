import { readCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import type { ImportedPlan, ImportedSpec, Notice } from "../format.ts";
import { joinWithin } from "../text/budget.ts";
import { joinParts } from "../text/imported-fields.ts";
import { maxNeeds } from "../text/limits.ts";
import { fitName } from "../text/names.ts";
import { fitReference } from "../text/reference.ts";
import { commentsOf } from "./comments.ts";
import { type Edges, edgesOf } from "./edges.ts";
import { beads } from "./index.ts";
import type { Issue } from "./lines.ts";
import { type IssueText, textOfIssue } from "./spec.ts";
import { specNeeds } from "./spec-needs.ts";

const referenceOf = (id: string) => fitReference(`${beads.prefix}${id}`);

const isEpic = ({ values }: Issue) => values.issue_type === "epic";

/** Returns the plan of the issues below no epic, then a plan for each epic, below its parent's. */
export function plansOf(
  issues: readonly Issue[],
  name: string,
  file: string,
  notices: Notice[],
): { plans: [ImportedPlan, ...ImportedPlan[]]; criteria: number } {
  const edges = edgesOf(issues, isEpic, file, notices);
  const issueOf = new Map(issues.map((issue) => [issue.id, issue]));
  /** Returns the nearest epic above an issue. */
  const epicOf = ({ id }: Issue): Issue | null => {
    for (let above = edges.parents.get(id); above !== undefined; above = edges.parents.get(above)) {
      const issue = issueOf.get(above);
      if (issue && isEpic(issue)) return issue;
    }
    return null;
  };
  const kept = new Map<string, { line: number; count: number }>();
  const textOf = (issue: Issue): IssueText => {
    const text = textOfIssue(
      issue,
      {
        dependencies: edges.annotations.get(issue.id) ?? [],
        comments: commentsOf(issue).others,
        isPlan: isEpic(issue),
      },
      file,
      notices,
    );
    for (const field of text.kept) {
      const before = kept.get(field) ?? { line: issue.line, count: 0 };
      kept.set(field, { line: before.line, count: before.count + 1 });
    }
    return text;
  };
  const epics = inOrder(issues.filter(isEpic), epicOf);
  const members = Map.groupBy(
    issues.filter((issue) => !isEpic(issue)),
    (issue) => epicOf(issue)?.id ?? "",
  );
  const needs = specNeeds(issues, edges, isEpic, (issue) => epicOf(issue)?.id ?? null);
  let criteria = 0;
  const specOf = (issue: Issue): ImportedSpec => {
    const { title, content, status, effort } = textOf(issue);
    criteria += readCriteria(content).criteria.length;
    const needed = [...(needs.get(issue.id) ?? [])];
    if (needed.length > maxNeeds)
      notices.push({
        file,
        line: issue.line,
        text: issue.id,
        why: `needs more than ${maxNeeds} issues: the rest is left out`,
      });
    const { comments } = commentsOf(issue);
    const parent = parentSpec(issue, edges, issueOf);
    return {
      externalRef: referenceOf(issue.id),
      title,
      content,
      status,
      ...(effort === null ? {} : { effort }),
      needsFirst: needed.slice(0, maxNeeds).map(referenceOf),
      parentRef: parent === null ? null : referenceOf(parent),
      ...(comments.length > 0 ? { comments } : {}),
      source: issue.place,
    };
  };
  const own = (members.get("") ?? []).map(specOf);
  const under = epics.map((epic): ImportedPlan => {
    const { title, content, status } = textOf(epic);
    const specs = (members.get(epic.id) ?? []).map(specOf);
    const said = commentsOf(epic).comments.map(({ author, at, text }) => `**${author}**, ${at}\n\n${text}`);
    const parts = [content, said.length > 0 ? joinParts(["## Comments", ...said]) : ""];
    const description = joinWithin(
      parts.map((text) => ({ file, line: epic.line - 1, text })),
      notices,
    );
    const parent = epicOf(epic);
    return {
      externalRef: referenceOf(epic.id),
      parentExternalRef: parent ? referenceOf(parent.id) : beads.prefix,
      name: title,
      description,
      status: status === "TODO" && !isBegun(specs) ? "PLANNING" : "BUILDING",
      specs,
      source: epic.place,
    };
  });
  for (const [field, { line, count }] of kept)
    notices.push({
      file,
      line,
      text: field,
      why: `kept in the text under "Imported fields", in ${count} ${count === 1 ? "issue" : "issues"}`,
    });
  const rest: ImportedPlan = {
    externalRef: beads.prefix,
    name: fitName(name).name || "beads",
    status: isBegun(own) ? "BUILDING" : "PLANNING",
    specs: own,
    source: { path: file },
  };
  return { plans: [rest, ...under], criteria };
}

const isBegun = (specs: readonly ImportedSpec[]) =>
  specs.some(({ status }) => status === "DONE" || status === "IN_PROGRESS");

/** Returns an issue's parent if it is a spec of the same plan. */
function parentSpec({ id }: Issue, { parents }: Edges, issueOf: ReadonlyMap<string, Issue>): string | null {
  const parent = issueOf.get(parents.get(id) ?? "");
  return parent && !isEpic(parent) ? parent.id : null;
}

/** Orders epics so that each comes after its parent. */
function inOrder(epics: readonly Issue[], epicOf: (issue: Issue) => Issue | null): Issue[] {
  const ordered = new Set<Issue>();
  const add = (epic: Issue) => {
    const parent = epicOf(epic);
    if (parent && !ordered.has(parent)) add(parent);
    ordered.add(epic);
  };
  for (const epic of epics) add(epic);
  return [...ordered];
}
