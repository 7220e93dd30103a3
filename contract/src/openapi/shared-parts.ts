import type { JsonObject } from "./schemas.ts";

/**
 * Collects equal parts of a document under names of their own. Of a name with several forms the first is shared, and a
 * part that is printed once stays in its place.
 */
function sharedParts(section: "parameters" | "responses", parts: readonly JsonObject[]) {
  const uses = new Map<string, number>();
  for (const printed of parts.map((part) => JSON.stringify(part))) {
    uses.set(printed, (uses.get(printed) ?? 0) + 1);
  }
  const shared = new Map<string, string>();

  /** Returns a reference to the part if it is shared under the name, else the part. */
  function share(part: JsonObject, name: string): JsonObject {
    const printed = JSON.stringify(part);
    if (uses.get(printed) === 1) return part;
    if (!shared.has(name)) shared.set(name, printed);
    return shared.get(name) === printed ? { $ref: `#/components/${section}/${name}` } : part;
  }

  return {
    share,
    components: (): Record<string, JsonObject> =>
      Object.fromEntries([...shared].map(([name, printed]) => [name, JSON.parse(printed)])),
  };
}

/** Shares parameters under their names. */
export function shareParameters(paths: Record<string, JsonObject>): Record<string, JsonObject> {
  const operations = Object.values(paths).flatMap(operationsOf);
  const { share, components } = sharedParts("parameters", operations.flatMap(parametersOf));
  for (const operation of operations) {
    operation.parameters = parametersOf(operation).map((parameter) =>
      parameter.$ref ? parameter : share(parameter, String(parameter.name)),
    );
  }
  return components();
}

/** Shares successful responses that hold a named schema, under its name; one with an `ETag` has the suffix `Tagged`. */
export function shareResponses(paths: Record<string, JsonObject>): Record<string, JsonObject> {
  const all = Object.values(paths)
    .flatMap(operationsOf)
    .map(({ responses }) => responses as JsonObject);
  const isSuccess = ([status]: [string, unknown]) => status.startsWith("2");
  const successes = all.flatMap((responses) => Object.entries(responses).filter(isSuccess));
  const { share, components } = sharedParts(
    "responses",
    successes.map(([, response]) => response as JsonObject),
  );
  for (const responses of all) {
    for (const [status, response] of Object.entries(responses).filter(isSuccess)) {
      const name = schemaName(response as JsonObject);
      if (name) responses[status] = share(response as JsonObject, name);
    }
  }
  return components();
}

const operationsOf = (item: JsonObject) => Object.values(item) as JsonObject[];

const parametersOf = (operation: JsonObject) => operation.parameters as JsonObject[];

function schemaName({ content, headers }: JsonObject): string | undefined {
  const json = (content as Record<string, { schema: JsonObject }>)["application/json"];
  const name = String(json?.schema.$ref ?? "")
    .split("/")
    .at(-1);
  return name && (headers ? `${name}Tagged` : name);
}
