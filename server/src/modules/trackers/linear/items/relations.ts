import type { Dependency, ItemKind } from "../../tracker.ts";
import { type Fields, fieldsOf, nextOf, nodesOf, text } from "../answer.ts";
import { ask, type Linear } from "../client.ts";
import {
  type Mutation,
  relationsOfIssue,
  relationsOfIssues,
  relationsOfProject,
  relationsOfProjects,
} from "../graphql/documents.ts";

/*
 * A needed issue `blocks` its dependent. Between projects it is a `dependency` from end to start; both values
 * come from Linear's own import script, as the schema lists none.
 */
const kinds = {
  item: {
    type: "blocks",
    list: { document: relationsOfIssues, field: "issues" },
    one: { document: relationsOfIssue, field: "issue" },
    related: "relatedIssue",
  },
  container: {
    type: "dependency",
    list: { document: relationsOfProjects, field: "projects" },
    one: { document: relationsOfProject, field: "project" },
    related: "relatedProject",
  },
} as const;

export function creation({ kind, issue, needed }: Dependency): Mutation {
  if (kind === "item") {
    const input = { issueId: needed.id, relatedIssueId: issue.id, type: kinds.item.type };
    return { kind: "issueRelationCreate", variables: { input } };
  }
  const from = { projectId: needed.id, anchorType: "end" };
  const to = { relatedProjectId: issue.id, relatedAnchorType: "start" };
  const input = { ...from, ...to, type: kinds.container.type };
  return { kind: "projectRelationCreate", variables: { input } };
}

export const removal = (kind: ItemKind, id: string): Mutation => ({
  kind: kind === "item" ? "issueRelationDelete" : "projectRelationDelete",
  variables: { id },
});

/** Relation ids by `pairOf`. */
export type Relations = Map<string, string[]>;

export const pairOf = ({ issue, needed }: Dependency) => `${needed.id} ${issue.id}`;

export async function readRelations(linear: Linear, dependencies: readonly Dependency[]): Promise<Relations> {
  const relations: Relations = new Map();
  for (const kind of ["item", "container"] as const) {
    const ids = [
      ...new Set(
        dependencies.filter((dependency) => dependency.kind === kind).map(({ needed }) => needed.id),
      ),
    ];
    if (ids.length > 0) await readOfKind(linear, kind, ids, relations);
  }
  return relations;
}

async function readOfKind(
  linear: Linear,
  kind: ItemKind,
  ids: string[],
  relations: Relations,
): Promise<void> {
  const { list, one: single, type, related } = kinds[kind];
  const { data } = await ask(linear, list.document, { ids, first: ids.length });
  for (const node of nodesOf(data[list.field])) {
    const id = text(node, "id");
    let page = fieldsOf(node.relations);
    for (;;) {
      for (const relation of nodesOf(page)) note(id, relation);
      const after = nextOf(page);
      if (after === null) break;
      const answer = await ask(linear, single.document, { id, after });
      page = fieldsOf(fieldsOf(answer.data[single.field]).relations);
    }
  }

  function note(id: string, relation: Fields) {
    if (relation.type !== type) return;
    const pair = `${id} ${text(fieldsOf(relation[related]), "id")}`;
    relations.set(pair, [...(relations.get(pair) ?? []), text(relation, "id")]);
  }
}
