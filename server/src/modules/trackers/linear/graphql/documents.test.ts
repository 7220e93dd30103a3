import { existsSync, readFileSync } from "node:fs";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import * as documents from "./documents.ts";

const published = new URL("../../../../../../../shared/schemas/linear-schema.graphql", import.meta.url);
const { together, issueParts: _issue, projectParts: _project, ...constants } = documents;
const several = {
  issueUpdate: together([{ kind: "issueUpdate", variables: {} }]),
  projectUpdate: together([{ kind: "projectUpdate", variables: {} }]),
  issueRelationCreate: together([{ kind: "issueRelationCreate", variables: {} }]),
  issueRelationDelete: together([{ kind: "issueRelationDelete", variables: {} }]),
  projectRelationCreate: together([{ kind: "projectRelationCreate", variables: {} }]),
  projectRelationDelete: together([{ kind: "projectRelationDelete", variables: {} }]),
  all: together(
    Array.from({ length: 25 }, (_, at) => ({
      kind: at % 2 === 0 ? ("issueUpdate" as const) : ("issueRelationCreate" as const),
      variables: { id: at },
    })),
  ),
};

describe.skipIf(!existsSync(published))("Linear's published schema (skipped if absent)", () => {
  const schema = existsSync(published)
    ? buildSchema(readFileSync(published, "utf8"), { assumeValid: true })
    : buildSchema("type Query { none: Int }");

  it.each(Object.entries(constants))("allows the document %s", (_, document) => {
    expect(validate(schema, parse(document))).toEqual([]);
  });

  it.each(Object.entries(several))("allows several of %s in one document", (_, { document }) => {
    expect(validate(schema, parse(document))).toEqual([]);
  });

  it("refuses a wrong document", () => {
    expect(validate(schema, parse("{ viewer { nickname } }"))).toHaveLength(1);
  });
});

it("variables of several mutations do not mix", () => {
  const { document, variables } = several.all;
  expect(variables).toMatchObject({ id0: 0, id24: 24 });
  expect(document).toContain("m24: issueUpdate(id: $id24, input: $input24)");
  expect(document).toContain("m1: issueRelationCreate(input: $input1)");
});
