import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import type { Files } from "../files.ts";
import type { Format, ImportedPlan, Parsed } from "../format.ts";
import { nameOf } from "../paths.ts";
import { wordOf, yamlFields } from "../text/front-matter.ts";
import { fitName } from "../text/names.ts";
import { contextSources } from "../text/plan-files.ts";
import { prefix } from "./index.ts";
import { link } from "./links.ts";
import { milestonePlans } from "./milestones.ts";
import { referenceOf } from "./references.ts";
import { SpecMaker } from "./specs.ts";
import { statusesOf } from "./statuses.ts";
import { type BacklogTree, backlogAt, backlogTree } from "./tree.ts";

interface BacklogSource {
  reference: string;
  path: string;
}
type Options = { status?: string };

/** Code points of a project's name that its drafts' plan repeats. */
const longestName = 190;

/** Returns the importer of Backlog.md folders (docs/decisions/backlog-import.md). */
export const backlogIn = (files: Files): Format<BacklogSource, Options> => ({
  prefix,
  async find(path) {
    await backlogAt(files, path);
    return { root: null, sources: [{ reference: referenceOf("tasks"), path }], notices: [] };
  },
  read: async ({ path }, { status = "" }) => parse(await backlogTree(files, path), status),
});

function parse(tree: BacklogTree, statuses: string): Parsed {
  const { place, read, tasks, drafts } = tree;
  const { notices } = read;
  const config = yamlFields(read.texts.get(tree.config)?.lines ?? []);
  const name = fitName(wordOf(config.fields.get("project_name")) || nameOf(place.root)).name || "Backlog";
  const own: ImportedPlan = { externalRef: referenceOf("tasks"), name, specs: [] };
  const ofMilestones = milestonePlans(tree, notices);
  const hidden: ImportedPlan = {
    externalRef: referenceOf("drafts"),
    name: `${[...name].slice(0, longestName).join("")}: drafts`,
    visibility: "PRIVATE",
    specs: [],
  };
  const maker = new SpecMaker(statusesOf(statuses), notices);
  for (const task of tasks)
    maker.add(
      task,
      task.milestone === "" ? own : ofMilestones.planOf(task.milestone),
      task.path.startsWith(`${place.folder}/completed/`) ? "completed" : "tasks",
    );
  for (const draft of drafts) maker.add(draft, hidden, "drafts");
  link(maker.made, maker.ids, notices);
  maker.finish();
  const isDraft = (file: string) => /^(?:archive\/)?drafts\//u.test(file.slice(place.folder.length + 1));
  const others = read.files.map(({ path }) => path);
  const placed = new Set([...ofMilestones.plans, own, hidden].flatMap(({ files = [] }) => files));
  for (const plan of [own, hidden]) {
    const more = others.filter((file) => !placed.has(file) && isDraft(file) === (plan === hidden));
    plan.files = [...(plan.files ?? []), ...more];
    const context = tree.context.filter((file) => isDraft(file) === (plan === hidden));
    plan.sources = contextSources(read, context, (file) => contextOf(file.slice(place.folder.length + 1)));
  }
  if (read.texts.has(tree.config))
    notices.push({
      file: tree.config,
      line: 1,
      text: "",
      why: "only project_name is read; an export gives the file back",
    });
  const [draft] = drafts;
  if (draft)
    notices.push({
      file: draft.path,
      line: 1,
      text: "",
      why: `drafts are in a private plan of their own, "${hidden.name}"; only its own export gives them back`,
    });
  const plans: [ImportedPlan, ...ImportedPlan[]] = [own, ...ofMilestones.plans];
  if (hidden.files && hidden.files.length > 0) plans.push(hidden);
  let criteria = 0;
  for (const plan of plans) {
    const { specs = [] } = plan;
    if (specs.some(({ status }) => status !== "TODO")) plan.status = "BUILDING";
    for (const { content = "" } of specs) criteria += acceptanceCriteria(content).length;
  }
  return { plans, criteria, notices, files: read.files };
}

/** Returns a file as a context source; other texts than markdown are kept, too. */
function contextOf(file: string) {
  const folder = file.split("/").slice(0, -1).join("/");
  const kind = folder.startsWith("decisions") ? "decision" : folder.startsWith("docs") ? "doc" : "note";
  return { externalRef: referenceOf("files", file), kind, folderPath: folder };
}
