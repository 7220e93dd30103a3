import { z } from "zod";
import { name, text } from "./text.ts";

/**
 * A whole number in a query; a value outside the range is clamped (decisions section 1, paging), so the printed
 * schema names no bounds.
 */
export const clampedInteger = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^[+-]?\d+$/.test(value), "must be a whole number")
    .transform((value) => Math.min(max, Math.max(min, Number(value))))
    .meta({ type: "integer" });

/** A whole number in a query, 0 or more. */
export const wholeNumber = () =>
  z
    .string()
    .refine((value) => /^\d{1,15}$/.test(value), "must be a whole number from 0 on")
    .transform(Number)
    .meta({ type: "integer", minimum: 0, maximum: 999_999_999_999_999 });

/** `true` or `false` in a query. */
export const flag = () =>
  z
    .string()
    .refine((value) => value === "true" || value === "false", "must be `true` or `false`")
    .transform((value) => value === "true")
    .meta({ type: "boolean" });

/** The paging parameters that every list takes (decisions section 1, paging). */
export const page = {
  limit: clampedInteger(1, 200).optional().describe("Items on a page, 1 to 200; clamped."),
  cursor: text(1000).optional().describe("The `nextCursor` of the page before."),
};

/** The cursor of the next page; the last page has none. `openapi/info.ts` says so once for all lists. */
export const nextCursor = z.string().optional();

/**
 * A handle (`PLAN-<n>`, `SPEC-<n>`) or an id. Any length is accepted: a malformed reference is one that does not exist
 * (404).
 */
export const reference = () => z.string();

export const projectSlug = z.string().describe("The project's slug.");
export const planShortId = z.string().describe("The plan's handle, `PLAN-<n>`.");
export const specShortId = z.string().describe("The spec's handle within its plan, `SPEC-<n>`.");

export const projectParams = z.strictObject({ projectSlug });
export const planParams = z.strictObject({ projectSlug, planShortId });
export const specParams = z.strictObject({ projectSlug, planShortId, specShortId });

/** The place where an import found a spec or plan, such as `kiro:photo-albums/3`. The service does not interpret it. */
export const externalRef = () =>
  text(200)
    .refine((value) => value.length > 0, "must not be empty")
    .meta({ minLength: 1, maxLength: 200 });

/** A person as others see them; null when the account is gone. */
export const person = z.object({ userId: z.string(), name: z.string() }).meta({ id: "Person" }).nullable();

/** The answers that acknowledge the end of a resource, or of a relation to one (contract section 1.4). */
export const Deleted = z.object({ deleted: z.literal(true) }).meta({ id: "Deleted" });
export const Removed = z.object({ removed: z.literal(true) }).meta({ id: "Removed" });

/** The key or app by which somebody acted, as people know it. */
export const namedCredential = z
  .object({ kind: z.enum(["api_key", "oauth"]), name: z.string() })
  .meta({ id: "NamedCredential" })
  .nullable();
export type NamedCredential = NonNullable<z.infer<typeof namedCredential>>;

/** Limits of texts that a planner reads. */
export const limits = {
  /** The largest text of instructions, in bytes of UTF-8. */
  instructionsBytes: 65_536,
  /** The most characters of instructions that the planning agent reads. */
  injectedCharacters: 20_000,
  /** The largest `SKILL.md`, in bytes of UTF-8. */
  skillBytes: 65_536,
  /** The largest text of a format, in bytes of UTF-8: a planner reads it as a whole. */
  formatBytes: 32_768,
} as const;

export const scope = z.enum(["read", "write"]);
export const role = z.enum(["OWNER", "MEMBER", "VIEWER"]).meta({ id: "Role" });
/** The trackers, by the ids of their connectors. */
export const provider = z
  .enum({ linear: "tracker_a", jira: "tracker_b", github: "tracker_c" })
  .meta({ id: "Provider" });
export type Scope = z.infer<typeof scope>;
export type Role = z.infer<typeof role>;
export type Provider = z.infer<typeof provider>;

/** A slug in an address: lower-case letters, digits and single hyphens. */
export const slug = () =>
  name(60)
    .refine(
      (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
      "must be lower-case letters, digits and single hyphens",
    )
    .meta({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" });
