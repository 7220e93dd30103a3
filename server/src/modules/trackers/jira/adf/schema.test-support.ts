import { existsSync, readFileSync } from "node:fs";
import draft04 from "ajv-draft-04";

const path = new URL("../../../../../../../../shared/schemas/adf-full.schema.json", import.meta.url).pathname;

export const hasSchema = existsSync(path);

/** Returns schema errors; "" if valid. */
export function schemaErrors(document: unknown): string {
  validate ??= new draft04.default({ strict: false }).compile(JSON.parse(readFileSync(path, "utf8")));
  if (validate(document)) return "";
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join("\n");
}

let validate: ReturnType<InstanceType<typeof draft04.default>["compile"]> | undefined;
