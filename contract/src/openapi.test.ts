import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { z } from "zod";
import { endpoints, errors, openApiDocument, Plan } from "./index.ts";
import { bodyExamples } from "./openapi/body-examples.ts";
import { resourceExamples } from "./openapi/resource-examples.ts";
import { errorCodes } from "./openapi/responses.ts";
import { schemaPrinter } from "./openapi/schemas.ts";
import { tagName } from "./openapi/tags.ts";

type Node = Record<string, unknown>;
const document = openApiDocument({ version: "1.2.3" });

interface Operation extends Node {
  parameters: (Node & { schema: Node })[];
  requestBody?: { content: { "application/json": { schema: Node } } };
  responses: Record<string, Node & { headers?: Node; content?: { "application/json": { schema: Node } } }>;
}

const resolve = (ref: string) =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, key) => (at as Node | undefined)?.[key], document);
const shared = (node: Node) => (typeof node.$ref === "string" ? (resolve(node.$ref) as Node) : node);

function read(path: string, method: string): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()] as Node & { parameters: Node[] };
  const responses = Object.entries(operation.responses as Record<string, Node>);
  return {
    ...operation,
    parameters: operation.parameters.map(shared) as Operation["parameters"],
    responses: Object.fromEntries(responses.map(([status, response]) => [status, shared(response)])),
  };
}

const operations = endpoints.map((endpoint) => ({ endpoint, printed: read(endpoint.path, endpoint.method) }));

function* nodes(node: unknown, pointer = "#"): Generator<[string, Node]> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield [pointer, node as Node];
  for (const [key, child] of Object.entries(node)) yield* nodes(child, `${pointer}/${key}`);
}

const ajv = new Ajv2020({ allowUnionTypes: true });
addFormats.default(ajv);
const rebased = (schema: Node) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/$defs/'));
ajv.addSchema(rebased({ $id: "api", $defs: document.components.schemas }));

test("every endpoint has one operation, and every operation an endpoint", () => {
  expect(operations.every(({ endpoint, printed }) => printed.operationId === endpoint.id)).toBe(true);
  expect(Object.values(document.paths).flatMap((item) => Object.keys(item))).toHaveLength(endpoints.length);
});

test("every reference points to an existing part", () => {
  const references = [...nodes(document)].flatMap(([pointer, node]) =>
    typeof node.$ref === "string" ? [[pointer, node.$ref] as const] : [],
  );
  expect(references.length).toBeGreaterThan(500);
  for (const [pointer, ref] of references) expect(resolve(ref), `${pointer} → ${ref}`).toBeDefined();
});

test("every schema compiles as JSON Schema 2020-12, strictly", () => {
  for (const name of Object.keys(document.components.schemas)) {
    expect(ajv.getSchema(`api#/$defs/${name}`), name).toBeTypeOf("function");
  }
  for (const { endpoint, printed } of operations) {
    const schemas = [
      ...printed.parameters.flatMap(({ schema }) => (schema ? [schema] : [])),
      ...[printed.requestBody, ...Object.values(printed.responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ schema }) => schema),
      ),
    ];
    for (const schema of schemas) expect(() => ajv.compile(rebased(schema)), endpoint.id).not.toThrow();
  }
});

test("a printed reply schema accepts exactly what its Zod schema accepts", () => {
  const plan: Plan = {
    id: "019a",
    shortId: "PLAN-1",
    archivedAt: null,
    name: "Billing",
    description: null,
    status: "PLANNING",
    statusLabel: "Planning",
    projectId: "019b",
    parentPlanId: null,
    parentShortId: null,
    rootPlanId: "019a",
    rootShortId: "PLAN-1",
    visibility: "TEAM",
    template: false,
    ownerUserId: null,
    leadUserId: null,
    targetDate: null,
    capability: "OWN",
    externalRef: null,
    position: 1,
    specCount: 0,
    revision: 1,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  };
  expect(Plan.parse(plan)).toEqual(plan);
  const validate = ajv.getSchema("api#/$defs/PlanTree");
  const tree = (inner: object) => ({ plan, children: [{ plan: inner, children: [] }] });
  expect(validate?.(tree(plan))).toBe(true);
  expect(validate?.(tree({ ...plan, status: "LATER" }))).toBe(false);
  expect(validate?.(tree({ ...plan, archivedAt: undefined }))).toBe(false);
});

test("replies stay open to new fields, and requests are closed", () => {
  for (const { endpoint, printed } of operations) {
    for (const { content } of Object.values(printed.responses)) {
      for (const [pointer, node] of nodes(content))
        expect(node.additionalProperties, `${endpoint.id} ${pointer}`).not.toBe(false);
    }
    for (const [pointer, node] of nodes(printed.requestBody)) {
      if (node.type === "object")
        expect(node, `${endpoint.id} ${pointer}`).toHaveProperty("additionalProperties");
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [pointer, node] of nodes(schema)) {
      if (!name.endsWith("Input")) expect(node.additionalProperties, name + pointer).not.toBe(false);
      else if (node.type === "object") expect(node, name + pointer).toHaveProperty("additionalProperties");
    }
  }
});

test("a named schema of a request is separate from the one of its answer", () => {
  const named = z.strictObject({ note: z.string().default("") }).meta({ id: "Memo" });
  const printer = schemaPrinter();
  expect(printer.request(named)).toEqual({ $ref: "#/components/schemas/MemoInput" });
  expect(printer.reply(z.object({ memo: named }))).toMatchObject({
    properties: { memo: { $ref: "#/components/schemas/Memo" } },
  });
  expect(printer.components).toMatchObject({
    MemoInput: { additionalProperties: false },
    Memo: { required: ["note"] },
  });
  expect(printer.components.Memo).not.toHaveProperty("additionalProperties");
  expect(printer.components.MemoInput).not.toHaveProperty("required");
});

test("each operation names its scope; only the index works without a credential", () => {
  for (const { endpoint, printed } of operations) {
    const scheme = endpoint.scope === "write" ? "bearerWrite" : "bearerRead";
    expect(document.components.securitySchemes[scheme]).toMatchObject({ type: "http", scheme: "bearer" });
    const expected = endpoint.scope === "none" ? [{}, { [scheme]: [] }] : [{ [scheme]: [] }];
    expect(printed.security, endpoint.id).toEqual(expected);
  }
});

/** The rules of Spectral's `spectral:oas` that the tests above do not cover. */
test("the document names its contact, and every operation and tag has a description", () => {
  expect(document.info).toMatchObject({
    title: /./,
    description: /./,
    contact: { name: expect.any(String) },
  });
  for (const { endpoint, printed } of operations) {
    expect(printed.description, endpoint.id).toMatch(/^\S.*\.$/s);
    expect(printed.tags, endpoint.id).toHaveLength(1);
  }
  for (const tag of document.tags as Node[]) expect(tag.description, String(tag.name)).toMatch(/\.$/);
});

test("each operation describes every possible error", () => {
  for (const { endpoint, printed } of operations) {
    for (const code of errorCodes(endpoint)) {
      const response = printed.responses[errors[code].status] ?? printed.responses.default;
      expect(response?.description, endpoint.id).toContain(`\`${code}\``);
    }
  }
});

test("the printed document has the same parameters as the operation", () => {
  const parametersOf = (id: string) =>
    operations
      .find(({ endpoint }) => endpoint.id === id)
      ?.printed.parameters.map(
        ({ in: where, name, required, schema }) =>
          `${where} ${name} ${schema.type}${required ? " required" : ""}`,
      );
  expect(parametersOf("plans.list")).toEqual([
    "path projectSlug string required",
    "query limit integer",
    "query cursor string",
    "query status string",
    "query parent string",
    "query archived boolean",
    "query template boolean",
    "query externalRef string",
    "query q string",
    "query sort string",
    "query updatedSince string",
  ]);
  const plan = ["path projectSlug string required", "path planShortId string required"];
  expect(parametersOf("plans.get")).toEqual([...plan, "header If-None-Match string"]);
  expect(parametersOf("plans.update")).toEqual([
    ...plan,
    "header Idempotency-Key string",
    "header If-Match string",
  ]);
  expect(parametersOf("plans.push")).toEqual([
    ...plan,
    "header Idempotency-Key string",
    "header Prefer string",
  ]);
});

test("a versioned read answers 304, a push 202, and a deprecated field says so", () => {
  const responsesOf = (id: string) =>
    operations.find(({ endpoint }) => endpoint.id === id)?.printed.responses;
  expect(responsesOf("specs.get")).toMatchObject({
    200: { headers: { ETag: {} } },
    304: { headers: { ETag: {} } },
  });
  expect(responsesOf("specs.get")?.["304"]).not.toHaveProperty("content");
  expect(responsesOf("specs.list")).toMatchObject({
    200: { headers: { ETag: {} } },
    304: { headers: { ETag: {} } },
  });
  expect(responsesOf("plans.list")).not.toHaveProperty("304");
  expect(responsesOf("specs.delete")?.["200"]?.headers ?? {}).not.toHaveProperty("ETag");
  expect(Object.keys(responsesOf("plans.push") ?? {})).toEqual(expect.arrayContaining(["200", "202"]));
  expect(document.components.schemas).toMatchObject({
    SpecWithCriteria: { properties: { doneWhen: { deprecated: true } } },
  });
});

/** The resources of contract section 2 in answers, and others that clients show. */
const shown = [
  ...["Workspace", "ApiKey", "Member", "Invite", "OAuthConnection", "Project", "Plan", "PushStatus", "Share"],
  ...[
    "Spec",
    "SpecWithCriteria",
    "Dependency",
    "Version",
    "ContextSource",
    "Format",
    "Skill",
    "Instructions",
  ],
  ...["Proposal", "Connector", "McpServer", "PushResult", "Prototype", "Document", "Thread", "Comment"],
  ...["Suggestion", "Notification", "Webhook", "SearchResult"],
];

test("every resource and every JSON body has an example, and each example is valid", () => {
  const schemas = document.components.schemas as Record<string, Node & { examples?: object[] }>;
  for (const name of [...shown, ...Object.keys(resourceExamples)]) {
    const [example] = schemas[name]?.examples ?? [];
    expect(example, name).toBeDefined();
    expectValid(schemaPart(`api#/$defs/${name}`), example, name);
    const { properties = {} } = schemas[name] as { properties?: Node };
    expect(Object.keys(properties), name).toEqual(expect.arrayContaining(Object.keys(example ?? {})));
  }
  const used = new Set<string>();
  for (const { endpoint, printed } of operations) {
    const body = printed.requestBody?.content["application/json"] as
      | { schema: Node; example?: object }
      | undefined;
    if (!body) continue;
    const name =
      String(body.schema.$ref ?? "")
        .split("/")
        .at(-1) ?? "";
    const example = body.example ?? schemas[name]?.examples?.[0];
    used.add(body.example ? endpoint.id : name);
    expect(example, `${endpoint.id} has no example in openapi/body-examples.ts`).toBeDefined();
    expectValid(ajv.compile(rebased(body.schema)), example, endpoint.id);
    expect(endpoint.body?.safeParse(example).error, endpoint.id).toBeUndefined();
  }
  expect(Object.keys(bodyExamples).toSorted()).toEqual([...used].toSorted());
});

function expectValid(validate: ValidateFunction, example: unknown, what: string): void {
  expect(validate(example), `${what}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

function schemaPart(id: string): ValidateFunction {
  const found = ajv.getSchema(id);
  if (!found) throw new Error(`${id} is missing`);
  return found;
}

test("the document has at most 300 KB for release 0.2.0's 210 operations, and 3 KB for each further one", () => {
  expect(JSON.stringify(document).length).toBeLessThanOrEqual(300_000 + 3_000 * (endpoints.length - 210));
});

test("the same input prints the same text, with the given version and address", () => {
  expect(JSON.stringify(openApiDocument({ version: "1.2.3" }))).toBe(JSON.stringify(document));
  expect(document).toMatchObject({ info: { version: "1.2.3" }, servers: [{ url: "/" }] });
  expect(openApiDocument({ version: "1.2.3", serverUrl: "https://plan.acme.test/" })).toMatchObject({
    servers: [{ url: "https://plan.acme.test" }],
  });
});

test("the part of each tag has its operations, with everything that they refer to and no other schema", () => {
  let parts = 0;
  for (const tag of tagName.options) {
    const part = openApiDocument({ version: "1.2.3", tag });
    const printed = JSON.stringify(part);
    const own = Object.values(part.paths).flatMap((path) => Object.values(path) as { tags: string[] }[]);
    parts += own.length;
    expect(own.flatMap(({ tags }) => tags)).toEqual(own.map(() => tag));
    const referred = [...printed.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    for (const [, section = "", name = ""] of referred)
      expect(part.components[section as "schemas"], `${tag} ${section} ${name}`).toHaveProperty(name);
    const used = new Set(referred.map(([, section, name]) => `${section}/${name}`));
    for (const name of Object.keys(part.components.schemas)) expect(used).toContain(`schemas/${name}`);
    expect(printed.length).toBeLessThan(JSON.stringify(document).length / 3);
  }
  expect(parts).toBe(endpoints.length);
});
