import { z } from "zod";
import { name, text } from "./text.ts";

/**
 * An integer in a query, clamped to the range, so the printed schema has no bounds (decisions section 1,
 * paging).
 */
export const clampedInteger = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^[+-]?\d+$/.test(value), "must be a whole number")
    .transform((value) => Math.min(max, Math.max(min, Number(value))))
    .meta({ type: "integer" });

/** A non-negative integer in a query. */
export const wholeNumber = () =>
  z
    .string()
    .refine((value) => /^\d{1,15}$/.test(value), "must be a whole number from 0 on")
    .transform(Number)
    .meta({ type: "integer", minimum: 0, maximum: 999_999_999_999_999 });

/** A boolean in a query. */
export const flag = () =>
  z
    .string()
    .refine((value) => value === "true" || value === "false", "must be `true` or `false`")
    .transform((value) => value === "true")
    .meta({ type: "boolean" });

/** Several values in a query, separated by commas. */
export const several = <T extends z.ZodType<unknown, string>>(value: T, most = 50) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(",").map((part) => part.trim()))])
    .pipe(z.array(value).max(most, `has more than ${most} values`))
    .meta({ type: "string" });

/** A calendar day, `YYYY-MM-DD`. */
export const day = () => z.iso.date("must be a day such as `2026-12-24`");

/** Paging parameters of every list (decisions section 1, paging). */
export const page = {
  limit: clampedInteger(1, 200).optional().describe("Items on a page, 1 to 200; clamped."),
  cursor: text(1000).optional().describe("The `nextCursor` of the page before."),
};

/** Absent on the last page. Described once for all lists, in `openapi/info.ts`. */
export const nextCursor = z.string().optional();

/** A handle (`PLAN-<n>`, `SPEC-<n>`) or an id. A malformed one is 404, so any length is accepted. */
export const reference = () => z.string();

export const projectSlug = z.string().describe("The project's slug.");
export const planShortId = z.string().describe("The plan's handle, `PLAN-<n>`.");
export const specShortId = z.string().describe("The spec's handle within its plan, `SPEC-<n>`.");

export const projectParams = z.strictObject({ projectSlug });
export const planParams = z.strictObject({ projectSlug, planShortId });
export const specParams = z.strictObject({ projectSlug, planShortId, specShortId });

/** An opaque name for the origin of an imported spec or plan, such as `kiro:photo-albums/3`. */
export const externalRef = () =>
  text(200)
    .refine((value) => value.length > 0, "must not be empty")
    .meta({ minLength: 1, maxLength: 200 });

/** A user as others see them; null once the account is deleted. */
export const person = z.object({ userId: z.string(), name: z.string() }).meta({ id: "Person" }).nullable();

/** Acknowledgements of a deleted resource or relation (contract section 1.4). */
export const Deleted = z.object({ deleted: z.literal(true) }).meta({ id: "Deleted" });
export const Removed = z.object({ removed: z.literal(true) }).meta({ id: "Removed" });

/** The API key or app through which somebody acted. */
export const namedCredential = z
  .object({ kind: z.enum(["api_key", "oauth"]), name: z.string() })
  .meta({ id: "NamedCredential" })
  .nullable();
export type NamedCredential = NonNullable<z.infer<typeof namedCredential>>;

/** Limits of the texts that a planner reads. */
export const limits = {
  /** Bytes of UTF-8. */
  instructionsBytes: 65_536,
  /** The part of the instructions that the planning agent reads. */
  injectedCharacters: 20_000,
  /** Bytes of UTF-8. */
  skillBytes: 65_536,
  /** Bytes of UTF-8. Small, since planners read formats whole. */
  formatBytes: 32_768,
} as const;

export const scope = z.enum(["read", "write"]);
export const role = z.enum(["OWNER", "MEMBER", "VIEWER"]).meta({ id: "Role" });
/** Trackers and the ids of their connectors. */
export const provider = z
  .enum({ linear: "tracker_a", jira: "tracker_b", github: "tracker_c" })
  .meta({ id: "Provider" });
export type Scope = z.infer<typeof scope>;
export type Role = z.infer<typeof role>;
export type Provider = z.infer<typeof provider>;

/** Lower-case letters, digits and single hyphens. */
export const slug = () =>
  name(60)
    .refine(
      (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
      "must be lower-case letters, digits and single hyphens",
    )
    .meta({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" });
