import { z } from "zod";
import { externalRef, projectParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { folderPath, sourceWord } from "../knowledge/context.ts";
import { type Multipart, uploads } from "../multipart.ts";
import { bytes, moment, name, text } from "../text.ts";
import { planStatus, visibility } from "./plans.ts";
import { grade, specStatus } from "./spec-values.ts";

const tag = "Imports";
/** Per request: other writers wait during an import. */
const mostSpecs = 5000;
/** Of the project, and of all plans of one request together. */
const mostSources = 200;
const ref = externalRef().meta({
  id: "ImportRef",
  description:
    "Such as `kiro:photo-albums/3`; unique among the request's plans, or among the specs or sources of a plan.",
});

/** Files per upload, each as large as an uploaded document. */
export const importFileLimits: Multipart = { files: 2500, fileBytes: 32 * 1024 * 1024 };

const filePath = text(1000)
  .refine(
    (path) => path.split("/").every((part) => !["", ".", ".."].includes(part)),
    "must be a path from the format's root, such as `openspec/specs/auth/spec.md`",
  )
  .meta({ id: "ImportPath", description: "From the format's root, with `/`." });

const filed = {
  path: filePath,
  fileId: z.string().describe("Of a file that the caller uploaded for imports."),
};

/** Where a plan, spec or context source stands in its file. */
const place = z
  .strictObject({
    ...filed,
    from: z.int().min(0).optional().describe("In bytes of UTF-8; without both it is the whole file."),
    to: z.int().min(0).optional(),
  })
  .refine(({ from = 0, to }) => to === undefined || from <= to, "must not end before it begins")
  .meta({ id: "ImportPlace" });

const comment = z
  .strictObject({
    author: text(200),
    text: bytes(65_536),
    at: moment().describe("When it was written."),
  })
  .meta({ id: "ImportComment" });

const importedSpec = z.strictObject({
  externalRef: ref,
  title: name(),
  content: bytes(262_144).default(""),
  status: specStatus
    .optional()
    .describe("Without it a new spec is `TODO`, and an existing one stays unchanged."),
  effort: grade().nullable().optional().describe("Without it the effort stays unchanged."),
  needsFirst: z
    .array(externalRef())
    .max(100)
    .optional()
    .describe(
      "References of specs of the same import, or of an earlier one of the project. Merged with the needs here; without it they stay unchanged.",
    ),
  parentRef: externalRef()
    .nullable()
    .optional()
    .describe("The reference of the parent, a spec of the same plan; without it the parent stays unchanged."),
  comments: z
    .array(comment)
    .max(500)
    .optional()
    .describe(
      "Shown as one thread, written by the caller. Comments that came earlier, by author, time and text, aren't added again.",
    ),
  source: place.optional().describe("Where it stands in its file."),
});

const importedSource = z
  .strictObject({
    externalRef: ref,
    title: name(),
    text: z.string(),
    kind: sourceWord.default("note").describe("As of a pasted text; a source that exists keeps its own."),
    sourceKind: z
      .enum(["PASTED", "RESEARCH"])
      .default("PASTED")
      .describe("As of a pasted text; a source that exists keeps its own."),
    folderPath: folderPath
      .default("")
      .describe("The folder of a new source; an existing source stays where it is."),
    source: place.optional().describe("Where it stands in its file; for sources of plans."),
  })
  .meta({ id: "ImportSource" });

const sources = z.array(importedSource).max(mostSources).optional();

const importedPlan = z.strictObject({
  externalRef: ref,
  parentExternalRef: externalRef()
    .optional()
    .describe(
      "The `externalRef` of the parent of a new plan: an earlier one of this request, or one of the project.",
    ),
  name: name(),
  description: bytes(262_144).default(""),
  visibility: visibility.default("TEAM").describe("Of a new root plan; a sub-plan has that of its root."),
  status: planStatus
    .extract(["PLANNING", "BUILDING"])
    .default("PLANNING")
    .describe("`BUILDING` if work on it has begun, which counts at the first import that says it."),
  specs: z
    .array(importedSpec)
    .max(mostSpecs)
    .default([])
    .describe("All specs of the plan, in order. New ones come to the end of the plan."),
  sources: sources.describe("All context sources of the plan; without it none is `vanished`."),
  source: place.optional().describe("Where the plan itself stands in its file."),
  files: z
    .array(z.strictObject(filed))
    .max(importFileLimits.files)
    .optional()
    .describe("All files of the plan, which an export gives back. They replace those of the last import."),
});

const conflict = z
  .object({
    field: z.enum(["name", "description", "title", "content", "status", "effort", "parentSpecId", "text"]),
    line: z
      .int()
      .nullable()
      .describe(
        "The first line of `here` in the text after the import, from 1; null for a field of one line.",
      ),
    here: z
      .string()
      .describe("The part of the current text, which stays; cut off after 4000 characters, with `…`."),
    source: z.string().describe("The same part in the source, also cut off."),
  })
  .meta({ id: "ImportConflict" });
export type ImportConflict = z.infer<typeof conflict>;

/** Outcomes for a plan, which an import never archives or deletes. */
export const importedPlanOutcome = z.enum(["created", "updated", "unchanged", "archived"]);
/** Outcomes for a spec; the last three leave it alone or find it gone. */
export const importedSpecOutcome = z.enum([
  "created",
  "updated",
  "unchanged",
  "deleted",
  "moved",
  "vanished",
]);

/** Outcomes for a context source; the last three leave it alone or find it gone. */
const importedSourceOutcome = z.enum(["created", "updated", "unchanged", "deleted", "replaced", "vanished"]);

const changed = z.array(z.string()).describe("Fields that the import changed.");
const conflicts = z.array(conflict).describe("The conflicts that stay open.");

const specResult = z
  .object({
    externalRef: z.string(),
    specShortId: z
      .string()
      .nullable()
      .describe("Null in a dry run that would create it, and for `deleted` and `moved`."),
    title: z.string().describe("The title after the import; the source's if there is no spec."),
    outcome: importedSpecOutcome.describe(
      "Left alone: `deleted` here, `moved` to another plan here, `vanished` from the source.",
    ),
    changed,
    conflicts,
    notes: z
      .array(z.string())
      .optional()
      .describe("Why it is left as it is in part, such as a status that needs evidence."),
  })
  .meta({ id: "ImportedSpec" });

const sourceResult = z
  .object({
    externalRef: z.string(),
    sourceId: z.string().nullable().describe("Null in a dry run that would create it, and for `deleted`."),
    title: z.string().describe("The title after the import; the import's if there is no source."),
    outcome: importedSourceOutcome.describe(
      "Left alone: `deleted` here, `replaced` here by a file or page, `vanished` from the import.",
    ),
    keptBothAs: z
      .string()
      .optional()
      .describe("The title that it got because its folder has another source with its own."),
    changed,
    conflicts,
  })
  .meta({ id: "ImportedSource" });

const planResult = z
  .object({
    externalRef: z.string(),
    planId: z
      .string()
      .nullable()
      .describe("Null if a dry run would create the plan, or if its parent is archived."),
    planShortId: z.string().nullable(),
    name: z.string(),
    outcome: importedPlanOutcome.describe(
      "Of the plan itself; specs have their own. `archived`: it or its parent is archived here, so it is left alone with its specs.",
    ),
    changed,
    conflicts,
    created: z.int().describe("The number of specs that were created."),
    updated: z.int(),
    unchanged: z.int(),
    specs: z
      .array(specResult)
      .describe("Specs that were updated, added to an existing plan, left alone, or have open conflicts."),
    sources: z
      .array(sourceResult)
      .describe("All context sources that the import names for the plan, then those that vanished."),
  })
  .meta({ id: "ImportedPlan" });

export const ImportResult = z
  .object({
    dryRun: z.boolean(),
    plans: z.array(planResult),
    sources: z
      .array(sourceResult)
      .describe(
        "The project's context sources that the import names, then those of earlier imports that it does not name (`vanished`).",
      ),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.infer<typeof ImportResult>;

export const uploadImportFiles = endpoint({
  id: "imports.files",
  method: "POST",
  path: "/v1/projects/{projectSlug}/imports/files",
  summary: "Upload the files of an import, whose plans and specs then name them",
  description: "Each part's name is the file's path. A file that no import names within an hour is deleted.",
  tag,
  params: projectParams,
  multipart: importFileLimits,
  bodyLimit: 256 * 1024 * 1024,
  body: z.strictObject({ file: uploads(importFileLimits, filePath) }),
  reply: z.object({
    files: z.array(z.object({ path: z.string(), fileId: z.string(), bytes: z.int() })),
  }),
  status: 201,
  errors: ["not_found", "forbidden", "quota_exceeded"],
});

export const importPlans = endpoint({
  id: "imports.create",
  method: "POST",
  path: "/v1/projects/{projectSlug}/imports",
  summary:
    "Import plans with their specs and context sources, or bring those of an earlier import up to date",
  description:
    "Finds plans, specs and context sources by their `externalRef`, and merges each text by lines: what only one side changed since the last import is taken; if both changed the same lines, the text here stays and the answer shows the other. All or nothing; the same import again writes nothing.",
  tag,
  params: projectParams,
  body: z.strictObject({
    plans: z
      .array(importedPlan)
      .max(500)
      .refine(
        (plans) => plans.reduce((sum, { specs }) => sum + specs.length, 0) <= mostSpecs,
        `must have at most ${mostSpecs} specs together`,
      )
      .refine(
        (plans) => plans.reduce((sum, plan) => sum + (plan.sources?.length ?? 0), 0) <= mostSources,
        `must have at most ${mostSources} sources together`,
      )
      .describe(
        `At most ${mostSpecs} specs and ${mostSources} context sources together. Empty only where \`sources\` is not.`,
      ),
    sources: sources.describe(
      "All context sources that the source has for the project; without it none is `vanished`.",
    ),
    adopt: z
      .boolean()
      .default(false)
      .describe(
        "A new spec of the source is one that was made or renamed here, if its plan has exactly one with its title that the source doesn't name otherwise. One that was made here takes the source's text, and keeps its status and effort.",
      ),
    dryRun: z.boolean().default(false).describe("Only reports what would happen."),
    onConflict: z
      .enum(["keep", "theirs", "ours"])
      .default("keep")
      .describe(
        "`keep` leaves conflicts open; `theirs` takes the source's lines and restores what was deleted here; `ours` keeps the text here.",
      ),
  }),
  bodyLimit: 16 * 1024 * 1024,
  reply: z.object({ import: ImportResult }),
  errors: ["not_found", "forbidden", "external_ref_taken", "criteria_held", "quota_exceeded"],
});
