import { z } from "zod";
import { externalRef, projectParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { folderPath, sourceWord } from "../knowledge/context.ts";
import { bytes, name } from "../text.ts";
import { planStatus } from "./plans.ts";
import { specStatus } from "./specs.ts";

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

const importedSpec = z.strictObject({
  externalRef: ref,
  title: name(),
  content: bytes(262_144).default(""),
  status: specStatus
    .optional()
    .describe("Without it a new spec is `TODO`, and an existing one stays unchanged."),
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
});

const conflict = z
  .object({
    field: z.enum(["name", "description", "title", "content", "status", "text"]),
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
    dryRun: z.boolean().default(false).describe("Only reports what would happen."),
    onConflict: z
      .enum(["keep", "theirs", "ours"])
      .default("keep")
      .describe(
        "`keep` leaves conflicts open; `theirs` takes the source's lines and restores what was deleted here; `ours` keeps the text here.",
      ),
  }),
  bodyLimit: 8 * 1024 * 1024,
  reply: z.object({ import: ImportResult }),
  errors: ["not_found", "forbidden", "external_ref_taken", "criteria_held", "quota_exceeded"],
});
