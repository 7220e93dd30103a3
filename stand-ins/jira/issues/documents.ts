import { isObject, type JsonObject } from "../../common/answers.ts";
import type { JiraSite } from "../site.ts";
import type { CheckDocument } from "./adf.ts";

/**
 * Validates all documents of a request (descriptions, rich text fields, comments), including bulk elements
 * and refused requests.
 */
export function documentProblems(site: JiraSite, check: CheckDocument, body: unknown): string[] {
  const formatted = site.projects
    .flatMap((project) => project.fields)
    .filter((field) => field.type === "textarea")
    .map((field) => field.id);
  const names = new Set([...formatted, "description", "environment"]);
  return found(names, body, "body").flatMap(({ where, document }) =>
    check(document).map((problem) => `${where}: ${problem}`),
  );
}

type Found = { where: string; document: unknown };

function found(names: Set<string>, body: unknown, where: string): Found[] {
  if (!isObject(body)) return [];
  if (Array.isArray(body.issueUpdates))
    return body.issueUpdates.flatMap((one, i) => found(names, one, `${where}/issueUpdates/${i}`));
  const set = entries(body.fields).filter(([name, value]) => names.has(name) && value !== null);
  const updated = entries(body.update).flatMap(([name, operations]) =>
    (Array.isArray(operations) ? operations : []).flatMap((operation, i) =>
      entries(operation).flatMap(([verb, value]): Found[] => {
        const at = `${where}/update/${name}/${i}/${verb}`;
        if (names.has(name) && value !== null) return [{ where: at, document: value }];
        return name === "comment" && isObject(value) ? [{ where: `${at}/body`, document: value.body }] : [];
      }),
    ),
  );
  const comment = isObject(body.comment)
    ? [{ where: `${where}/comment/body`, document: body.comment.body }]
    : [];
  return [
    ...set.map(([name, document]) => ({ where: `${where}/fields/${name}`, document })),
    ...updated,
    ...comment,
  ];
}

const entries = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value as JsonObject) : [];
