import { stringify } from "yaml";
import { slugOf, uniqueSlugs } from "../text/slug.ts";
import type { Tree, TreeComment, TreePlan, TreeSpec } from "../tree.ts";
import type { WrittenFile } from "../written.ts";
import { lostIn } from "./lost.ts";
import type { Writer } from "./writer.ts";

/** Writes a folder for each plan: its description, and a file for each spec and context source. */
export const markdownWriter: Writer = {
  prefix: "markdown:",
  isKept: isMarkdownPlan,
  write(tree, plans) {
    const slug = uniqueSlugs();
    const folders = new Map(plans.map((plan) => [plan.id, `${slug(plan.name, "plan")}`]));
    const manifest = {
      format: "groundplan-markdown",
      version: 1,
      project: tree.projectName,
      plans: plans.map((plan) => `${folders.get(plan.id)}/plan.md`),
    };
    const files: WrittenFile[] = [
      { path: "groundplan.json", state: "written", text: `${JSON.stringify(manifest, null, 2)}\n` },
      ...(tree.instructions ? [instructionsFile(tree.instructions)] : []),
      ...plans.flatMap((plan) => filesOf(tree, plan, folders)),
    ];
    return { files, notes: lostIn("The folder", plans, ["work"]) };
  },
};

/** Tests whether a plan came from a folder of ours, whatever its reference is. */
export function isMarkdownPlan({ place }: TreePlan): boolean {
  return place?.path.endsWith("/plan.md") ?? false;
}

function filesOf(tree: Tree, plan: TreePlan, folders: ReadonlyMap<string, string>): WrittenFile[] {
  const folder = folders.get(plan.id) ?? "plan";
  const above =
    plan.parentId === null ? undefined : tree.plans.find(({ id }) => id === plan.parentId)?.handle;
  const front = {
    handle: plan.handle,
    name: plan.name,
    status: plan.status,
    parent: above,
    externalRef: plan.externalRef ?? undefined,
  };
  const slug = uniqueSlugs();
  return [
    { path: `${folder}/plan.md`, state: "written", text: withFront(front, plan.description) },
    ...plan.specs.map((spec): WrittenFile => {
      const name = `${spec.handle}-${slugOf(spec.title, "spec")}.md`;
      return {
        path: `${folder}/specs/${name}`,
        state: "written",
        text: withFront(frontOf(tree, plan, spec), spec.content),
      };
    }),
    ...plan.specs.flatMap((spec): WrittenFile[] => {
      const said = tree.comments?.get(spec.id) ?? [];
      const path = `${folder}/threads/${spec.handle}.md`;
      return said.length === 0 ? [] : [{ path, state: "written", text: said.map(quoteOf).join("\n") }];
    }),
    ...plan.sources.map(({ title, text, kind, sourceKind, folderPath }): WrittenFile => {
      const path = `${folder}/context/${slug(title, "source")}.md`;
      return {
        path,
        state: "written",
        text: withFront({ title, kind, sourceKind, folder: folderPath || undefined }, text),
      };
    }),
  ];
}

function frontOf({ handleOf }: Tree, plan: TreePlan, spec: TreeSpec) {
  const own = new Map(plan.specs.map(({ id, handle }) => [id, handle]));
  return {
    handle: spec.handle,
    title: spec.title,
    status: spec.status,
    effort: spec.effort ?? undefined,
    needs: spec.needs.length === 0 ? undefined : spec.needs.map((id) => own.get(id) ?? handleOf(id)),
    parent: spec.parentId === null ? undefined : own.get(spec.parentId),
    externalRef: spec.externalRef ?? undefined,
  };
}

/** The text below stays as it is, so that it comes in again unchanged. */
export const withFront = (front: object, text: string): string =>
  `---\n${stringify(front, { lineWidth: 0 })}---\n${text}\n`;

const instructionsFile = (text: string): WrittenFile => ({
  path: "instructions.md",
  state: "written",
  text: `${text.trimEnd()}\n`,
});

/** Writes a comment as a quote below its author and time. */
const quoteOf = ({ author, at, text }: TreeComment): string =>
  `> **${author}**, ${at}\n>\n${text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")}\n`;
