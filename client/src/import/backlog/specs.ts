import type { ImportedPlan, ImportedSpec, Notice } from "../format.ts";
import { joinWithin } from "../text/budget.ts";
import { importedFields } from "../text/imported-fields.ts";
import { blocks, headings } from "../text/markdown.ts";
import { fitName } from "../text/names.ts";
import { SeenNames } from "../text/seen-names.ts";
import { uniqueIds } from "../text/unique-ids.ts";
import { Ids } from "./ids.ts";
import type { Made } from "./links.ts";
import { referenceOf } from "./references.ts";
import { isPlain, type StatusOf } from "./statuses.ts";
import { otherFields, type TaskFile } from "./task-file.ts";

const SECTION =
  /^(?:description|acceptance criteria(?: \(optional\))?|definition of done|implementation plan|implementation notes|final summary|comments)$/iu;

/** The folder of a task. */
export type Folder = "tasks" | "completed" | "drafts";

/** Makes specs of tasks, and collects what their texts keep. */
export class SpecMaker {
  readonly ids = new Ids<Made>();
  readonly made: Made[] = [];
  readonly #unique = uniqueIds();
  readonly #fields = new SeenNames('no field of Groundplan: kept as "Imported fields"');
  readonly #sections = new SeenNames("no section of the format: kept as it is");
  readonly #statuses = new SeenNames(
    "a status of your own, taken as TODO: say what it means with --status 'NAME=STATUS'",
  );
  readonly #completed = new SeenNames(
    "a status of your own, taken as DONE among the completed: --status 'NAME=STATUS' says another",
  );
  readonly #notices: Notice[];
  readonly #statusOf: StatusOf;

  constructor(statusOf: StatusOf, notices: Notice[]) {
    this.#statusOf = statusOf;
    this.#notices = notices;
  }

  /** Adds a spec to its plan. */
  add(task: TaskFile, plan: ImportedPlan, folder: Folder): void {
    const { path: file, id, title, comments } = task;
    const unique = this.#unique(referenceOf(id));
    const own = this.#status(task, folder);
    const spec: ImportedSpec = {
      externalRef: unique,
      title: fitName(title).name || id,
      content: "",
      status: own,
      source: { path: file },
    };
    if (comments.length > 0) spec.comments = comments;
    const one: Made = { task, spec, plan };
    if (!this.ids.add(id, one, folder !== "drafts")) {
      const line = (task.front.fields.get("id")?.line ?? 0) + 1;
      this.#notices.push({
        file,
        line,
        text: id,
        why: `a second task of this id: imported beside the other as ${unique}`,
      });
    }
    this.made.push(one);
    plan.specs?.push(spec);
    plan.files = [...(plan.files ?? []), file];
  }

  /** Writes the contents, once it is known which fields are taken. */
  finish(): void {
    for (const { task, spec } of this.made) {
      const fields = otherFields(task);
      for (const { name, field } of fields) this.#fields.add(name, task.path, field.line + 1);
      const kept = fields.map(({ field }) => field.raw);
      const front = task.front.fields;
      if (!isPlain(task.status, spec.status ?? "TODO") && task.status !== "Draft")
        kept.unshift(front.get("status")?.raw ?? "");
      if (task.parent !== "" && !spec.parentRef)
        kept.push((front.get("parent_task_id") ?? front.get("parent"))?.raw ?? "");
      const offset = task.front.end;
      for (const { text, level, line } of headings(blocks(task.body)))
        if (level === 2 && !SECTION.test(text)) this.#sections.add(text, task.path, offset + line + 1);
      const parts = [fitName(task.title).problem === "" ? "" : task.title, task.body, importedFields(kept)];
      spec.content = joinWithin(
        parts.map((text) => ({ file: task.path, line: 0, text })),
        this.#notices,
      );
    }
    for (const seen of [this.#statuses, this.#completed, this.#fields, this.#sections])
      this.#notices.push(...seen.notices());
  }

  #status({ path, status, front }: TaskFile, folder: Folder): ImportedSpec["status"] {
    if (folder === "drafts") return "TODO";
    const isDone = folder === "completed";
    const known = status === "" ? null : this.#statusOf(status);
    if (known === null && status !== "") {
      const line = (front.fields.get("status")?.line ?? 0) + 1;
      (isDone ? this.#completed : this.#statuses).add(status, path, line);
    }
    return known ?? (isDone ? "DONE" : "TODO");
  }
}
