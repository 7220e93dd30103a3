import type { Need, Sort } from "../tracker.ts";
import { ask, type Linear } from "./client.ts";
import {
  type Mutation,
  relationsOfIssue,
  relationsOfIssues,
  relationsOfProject,
  relationsOfProjects,
} from "./documents.ts";
import { type Fields, fieldsOf, nextOf, nodesOf, text } from "./read.ts";

/*
 * What is needed `blocks` the issue that needs it. Between projects it is a `dependency`, from the end of the one
 * to the start of the other; the schema names neither, they are what Linear's own import script sends.
 */
const kinds = {
  item: {
    type: "blocks",
    list: { document: relationsOfIssues, place: "issues" },
    one: { document: relationsOfIssue, place: "issue" },
    related: "relatedIssue",
  },
  container: {
    type: "dependency",
    list: { document: relationsOfProjects, place: "projects" },
    one: { document: relationsOfProject, place: "project" },
    related: "relatedProject",
  },
} as const;

export function creation({ sort, issue, needed }: Need): Mutation {
  if (sort === "item") {
    const input = { issueId: needed.id, relatedIssueId: issue.id, type: kinds.item.type };
    return { kind: "issueRelationCreate", variables: { input } };
  }
  const from = { projectId: needed.id, anchorType: "end" };
  const to = { relatedProjectId: issue.id, relatedAnchorType: "start" };
  const input = { ...from, ...to, type: kinds.container.type };
  return { kind: "projectRelationCreate", variables: { input } };
}

export const removal = (sort: Sort, id: string): Mutation => ({
  kind: sort === "item" ? "issueRelationDelete" : "projectRelationDelete",
  variables: { id },
});

/** Ids of the relations between what is needed and what needs it, by `pairOf`. */
export type Relations = Map<string, string[]>;

export const pairOf = ({ issue, needed }: Need) => `${needed.id} ${issue.id}`;

/** The relations of all that is needed here. */
export async function readRelations(linear: Linear, needs: readonly Need[]): Promise<Relations> {
  const relations: Relations = new Map();
  for (const sort of ["item", "container"] as const) {
    const ids = [...new Set(needs.filter((need) => need.sort === sort).map(({ needed }) => needed.id))];
    if (ids.length > 0) await readOfSort(linear, sort, ids, relations);
  }
  return relations;
}

async function readOfSort(linear: Linear, sort: Sort, ids: string[], relations: Relations): Promise<void> {
  const { list, one, type, related } = kinds[sort];
  const { data } = await ask(linear, list.document, { ids, first: ids.length });
  for (const node of nodesOf(data[list.place])) {
    const id = text(node, "id");
    let page = fieldsOf(node.relations);
    for (;;) {
      for (const relation of nodesOf(page)) note(id, relation);
      const after = nextOf(page);
      if (after === null) break;
      const answer = await ask(linear, one.document, { id, after });
      page = fieldsOf(fieldsOf(answer.data[one.place]).relations);
    }
  }

  function note(id: string, relation: Fields) {
    if (relation.type !== type) return;
    const pair = `${id} ${text(fieldsOf(relation[related]), "id")}`;
    relations.set(pair, [...(relations.get(pair) ?? []), text(relation, "id")]);
  }
}
