import { characters, limits } from "@groundplan/contract";
import { isText } from "../../../dispatch/input/valid-text.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { type Fields, readYaml } from "./read-yaml.ts";

/** Bytes of UTF-8. */
export const maxBytes: number = limits.skillBytes;

export interface SkillText {
  name: string;
  description: string;
  /** Name of the extended skill. */
  extends: string | null;
  /** The text after the front matter. */
  body: string;
  bytes: number;
}

/**
 * Parses a whole `SKILL.md` (agentskills.io). `extends` is our extension, also accepted in `metadata`, the
 * only place that some tools allow.
 */
export function readSkillText(markdown: string): { skill: SkillText } | { problem: string } {
  const bytes = Buffer.byteLength(markdown);
  if (bytes > maxBytes) return { problem: `The skill has ${bytes} bytes; at most ${maxBytes} are taken.` };
  const parts = splitFrontMatter(markdown);
  if (!parts)
    return {
      problem: "A skill begins with front matter: a line `---`, its name and description, a line `---`.",
    };
  const yaml = readYaml(parts.yaml);
  if ("problem" in yaml) return yaml;
  const problem = problemOf(yaml.fields);
  if (problem !== undefined) return { problem };
  const text = (key: string) => String(yaml.fields.get(key));
  return {
    skill: {
      name: text("name"),
      description: text("description").trim(),
      extends: extendsOf(yaml.fields),
      body: parts.body,
      bytes,
    },
  };
}

/** Tests a name: 1 to 64 lower-case letters, digits and single inner hyphens. */
const isSkillName = (name: string) => name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** Returns the first violated rule. */
function problemOf(fields: Fields): string | undefined {
  const rules: (string | false | undefined)[] = [
    nameProblem("name", fields.get("name")),
    textProblem("description", fields.get("description"), 1024),
    fields.has("license") && textProblem("license", fields.get("license")),
    fields.has("compatibility") && textProblem("compatibility", fields.get("compatibility"), 500),
    fields.has("metadata") && metadataProblem(fields.get("metadata")),
    fields.has("allowed-tools") && toolsProblem(fields.get("allowed-tools")),
    extendsProblem(fields),
  ];
  return rules.find((rule) => typeof rule === "string") || undefined;
}

function nameProblem(key: string, value: unknown): string | undefined {
  if (value === undefined) return `The front matter needs \`${key}\`.`;
  if (typeof value === "string" && isSkillName(value)) return undefined;
  return `\`${key}\` must have 1 to 64 lower-case letters, digits and single hyphens, and neither begin nor end with a hyphen.`;
}

function textProblem(key: string, value: unknown, most = maxBytes): string | undefined {
  if (value === undefined) return `The front matter needs \`${key}\`.`;
  if (typeof value !== "string") return `\`${key}\` must be a text.`;
  if (value.trim() === "") return `\`${key}\` must not be empty.`;
  if (!isText(value)) return `\`${key}\` holds a NUL or half a surrogate pair.`;
  if (characters(value.trim()) > most) return `\`${key}\` is longer than ${most} characters.`;
  return undefined;
}

function metadataProblem(value: unknown): string | undefined {
  const isMap = value instanceof Map && [...value.values()].every((item) => typeof item === "string");
  return isMap || value === "" ? undefined : "`metadata` must be a map of texts.";
}

function toolsProblem(value: unknown): string | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.every((item) => typeof item === "string")
    ? undefined
    : "`allowed-tools` must be a text, with a space between two tools.";
}

function extendsProblem(fields: Fields): string | undefined {
  const [own, inMetadata] = bothExtends(fields);
  if (own !== undefined && inMetadata !== undefined && own !== inMetadata)
    return "`extends` and `metadata.extends` name two skills; set only one of them.";
  const value = own ?? inMetadata;
  return value === undefined ? undefined : nameProblem("extends", value);
}

function extendsOf(fields: Fields): string | null {
  const [own, inMetadata] = bothExtends(fields);
  const value = own ?? inMetadata;
  return typeof value === "string" ? value : null;
}

function bothExtends(fields: Fields): [unknown, unknown] {
  const metadata = fields.get("metadata");
  return [fields.get("extends"), metadata instanceof Map ? metadata.get("extends") : undefined];
}
