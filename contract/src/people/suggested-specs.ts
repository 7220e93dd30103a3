import { z } from "zod";
import { reference } from "../common.ts";
import { assumed, fromHidden } from "../knowledge/quotes.ts";
import { readinessReason } from "../planning/spec.ts";
import { grade } from "../planning/spec-values.ts";
import { bytes, characters, foldSpace, name, text } from "../text.ts";

/** Per suggestion: specs, bytes of their titles, texts and quotes, entries of `from`; these also per criterion. */
export const suggestedSpecLimits = { specs: 50, bytes: 262_144, entries: 10_000, from: 5 } as const;

const ref = text(40)
  .refine((value) => value.length > 0, "must not be empty")
  .meta({ minLength: 1 });

const criterion = z.int().min(1).describe("The number of a criterion of `content`, from 1.");

const quote = z
  .string()
  .transform(foldSpace)
  .refine((value) => characters(value) >= 10, "must have at least 10 characters")
  .refine((value) => characters(value) <= 500, "must have at most 500 characters")
  .meta({ minLength: 10, maxLength: 500 })
  .describe("Words of the source; white space is folded.");

const newFrom = z.union([
  z.strictObject({
    criterion,
    sourceId: z.string().describe("A context source that the plan has or inherits."),
    quote,
  }),
  z.strictObject({ criterion, assumed }),
]);

const newSuggestedSpec = z.strictObject({
  ref,
  title: name(),
  content: bytes(suggestedSpecLimits.bytes),
  effort: grade().nullable().optional(),
  needsFirst: z
    .array(reference())
    .max(100)
    .optional()
    .describe("Each a `ref` of the suggestion, or the handle of a spec."),
  from: z.array(newFrom).optional().describe("Where criteria come from, at most 5 entries each."),
});
export type NewSuggestedSpec = z.output<typeof newSuggestedSpec>;

const utf8 = new TextEncoder();

const bytesOf = ({ title, content, from = [] }: NewSuggestedSpec): number =>
  [title, content, ...from.map((entry) => ("quote" in entry ? entry.quote : ""))].reduce(
    (sum, words) => sum + utf8.encode(words).length,
    0,
  );

export const newSuggestedSpecs = z
  .array(newSuggestedSpec)
  .max(suggestedSpecLimits.specs)
  .refine(
    (specs) => specs.reduce((sum, spec) => sum + bytesOf(spec), 0) <= suggestedSpecLimits.bytes,
    `are larger than ${suggestedSpecLimits.bytes} bytes together`,
  )
  .refine(
    (specs) => specs.reduce((sum, { from = [] }) => sum + from.length, 0) <= suggestedSpecLimits.entries,
    `have more than ${suggestedSpecLimits.entries} entries of \`from\` together`,
  )
  .describe("New specs, of a plan's document only. Titles, texts and quotes have at most 262,144 bytes.");

export const SuggestedSpec = z
  .object({
    ref: z.string(),
    title: z.string(),
    content: z.string(),
    effort: grade().nullable(),
    needsFirst: z.array(z.string()),
    from: z.array(
      z.union([
        z.object({
          criterion: z.int(),
          sourceId: z.string(),
          quote: z.string(),
          state: z
            .literal("orphaned")
            .optional()
            .describe("Of an open suggestion whose source has lost the words since."),
        }),
        z.object({ criterion: z.int(), assumed }),
        fromHidden,
      ]),
    ),
    readiness: grade().describe("The grade of the text when it was suggested."),
    reasons: z.array(readinessReason),
    unseen: z
      .array(z.string())
      .optional()
      .describe("Names in backticks that stand in nothing that the run of the planning agent has read."),
    version: z
      .int()
      .describe("From 1, counted up each time that the run of the planning agent replaces the spec."),
    state: z.enum(["open", "accepted", "left_out"]),
    specShortId: z.string().optional().describe("The handle of the spec that accepting it created."),
  })
  .meta({ id: "SuggestedSpec" });
export type SuggestedSpec = z.infer<typeof SuggestedSpec>;

/** A spec to take when accepting: its `ref`, or with changes. */
export const takenSpec = z.union([
  z.string(),
  z.strictObject({
    ref: z.string(),
    version: z
      .int()
      .min(1)
      .optional()
      .describe("The version that was read; 409 `suggestion_changed` once it has been replaced."),
    title: name().optional(),
    content: bytes(suggestedSpecLimits.bytes).optional(),
    effort: grade().nullable().optional(),
  }),
]);
export type TakenSpec = z.output<typeof takenSpec>;
