import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import { isObject } from "../../common/answers.ts";
import { complexityOf, maxComplexity } from "./complexity.ts";

/** A parsed request. `problems` are for tests, `refusal` for the client. */
export type Inspected = {
  document?: DocumentNode;
  operation?: OperationDefinitionNode;
  /** The root fields in order, without aliases. */
  operations: string[];
  variables: Record<string, unknown>;
  complexity: number;
  problems: string[];
  refusal?: { code: string; messages: string[] };
};

type Checked = { document: DocumentNode; errors: string[]; deprecated: string[] } | { syntax: string };

/** Validates requests against one schema, caching documents. */
export function createInspect(schema: GraphQLSchema): (body: unknown) => Inspected {
  const known = new Map<string, Checked>();

  function check(query: string): Checked {
    try {
      const document = parse(query, { noLocation: true });
      const messages = (errors: readonly { message: string }[]) => errors.map(({ message }) => message);
      return {
        document,
        errors: messages(validate(schema, document)),
        // Linear deprecates fields and operations, not input fields, so variables need no check.
        deprecated: messages(validate(schema, document, [NoDeprecatedCustomRule])),
      };
    } catch (error) {
      return { syntax: String(error) };
    }
  }

  return (body) => {
    const base = { operations: [], variables: {}, complexity: 0 };
    const no = (code: string, messages: string[], more: Partial<Inspected> = {}): Inspected => ({
      ...base,
      ...more,
      problems: messages,
      refusal: { code, messages },
    });
    if (!isObject(body) || typeof body.query !== "string")
      return no("BAD_REQUEST", ["the body is no JSON object with a query"]);
    const { query, variables = {}, operationName } = body;
    const checked = known.get(query) ?? check(query);
    known.set(query, checked);
    if ("syntax" in checked) return no("GRAPHQL_PARSE_FAILED", [checked.syntax]);
    const { document } = checked;
    const operation = getOperationAST(document, typeof operationName === "string" ? operationName : null);
    if (!operation) return no("OPERATION_RESOLUTION_FAILURE", ["no such operation"]);
    const more = { document, operation, operations: rootFields(operation) };
    if (checked.errors.length > 0) return no("GRAPHQL_VALIDATION_FAILED", checked.errors, more);
    if (variables !== null && !isObject(variables))
      return no("BAD_REQUEST", ["variables are no object"], more);
    const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {});
    if (coerced.errors)
      return no(
        "BAD_USER_INPUT",
        coerced.errors.map(({ message }) => message),
        more,
      );
    const root = schema.getRootType(operation.operation);
    const complexity = root
      ? complexityOf(schema, root, operation.selectionSet, fragmentsOf(document), coerced.coerced)
      : 0;
    return {
      ...more,
      variables: variables ?? {},
      complexity,
      problems: [
        ...checked.deprecated,
        ...(complexity > maxComplexity ? [`complexity ${complexity} is above ${maxComplexity}`] : []),
      ],
    };
  };
}

function rootFields(operation: OperationDefinitionNode): string[] {
  return operation.selectionSet.selections.flatMap((one) =>
    one.kind === Kind.FIELD ? [one.name.value] : [],
  );
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
}
