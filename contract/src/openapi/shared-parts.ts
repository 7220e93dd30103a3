import type { JsonObject } from "./schemas.ts";

type Section = "parameters" | "responses";
interface Named {
  name: string;
  part: JsonObject;
}

/**
 * Shares equal parts by name. If a name has several forms, the most used one is shared; parts used once stay
 * inline.
 */
function sharedParts(section: Section, all: readonly Named[]) {
  const shared = new Map<string, JsonObject>();
  for (const [name, parts] of Map.groupBy(all, (named) => named.name)) {
    const forms = [...Map.groupBy(parts, ({ part }) => JSON.stringify(part)).values()];
    const [most = []] = forms.toSorted((a, b) => b.length - a.length);
    if (most[0] && most.length > 1) shared.set(name, most[0].part);
  }
  return {
    components: Object.fromEntries(shared),
    /** Returns a reference if this form is the shared one. */
    share: ({ name, part }: Named): JsonObject =>
      JSON.stringify(shared.get(name)) === JSON.stringify(part)
        ? { $ref: `#/components/${section}/${name}` }
        : part,
  };
}

export function shareParameters(paths: Record<string, JsonObject>): Record<string, JsonObject> {
  const operations = Object.values(paths).flatMap(operationsOf);
  const named = (part: JsonObject) => ({ name: String(part.name), part });
  const own = (part: JsonObject) => part.$ref === undefined;
  const { share, components } = sharedParts(
    "parameters",
    operations.flatMap(parametersOf).filter(own).map(named),
  );
  for (const operation of operations)
    operation.parameters = parametersOf(operation).map((part) => (own(part) ? share(named(part)) : part));
  return components;
}

/**
 * Shares equal successful responses, named after their schema or fields; `Tagged` marks those with headers.
 */
export function shareResponses(paths: Record<string, JsonObject>): Record<string, JsonObject> {
  const all = Object.values(paths)
    .flatMap(operationsOf)
    .map(({ responses }) => responses as Record<string, JsonObject>);
  const namedIn = (responses: Record<string, JsonObject>) =>
    Object.entries(responses).flatMap(([status, part]) => {
      const name = status.startsWith("2") ? responseName(part) : undefined;
      return name === undefined ? [] : [{ status, name, part }];
    });
  const { share, components } = sharedParts("responses", all.flatMap(namedIn));
  for (const responses of all) for (const named of namedIn(responses)) responses[named.status] = share(named);
  return components;
}

const operationsOf = (item: JsonObject) => Object.values(item) as JsonObject[];

const parametersOf = (operation: JsonObject) => operation.parameters as JsonObject[];

/** Returns the shared name: `PlanReply` for `{plan}`, `PlansPage` for a page of `{plans}`. */
function responseName({ content, headers }: JsonObject): string | undefined {
  const { "*/*": file, "application/json": json } = content as Record<string, { schema: JsonObject }>;
  if (file) return "File";
  if (!json) return undefined;
  const { $ref, properties = {} } = json.schema;
  const fields = Object.keys(properties as JsonObject);
  const own = fields.filter((field) => field !== "nextCursor");
  const name =
    typeof $ref === "string"
      ? $ref.split("/").at(-1)
      : own.map(capitalized).join("") + (own.length < fields.length ? "Page" : "Reply");
  return name + (headers ? "Tagged" : "");
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
