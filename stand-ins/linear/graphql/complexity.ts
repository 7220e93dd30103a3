import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  type SelectionSetNode,
} from "graphql";

export const maxComplexity = 10_000;
const defaultPage = 50;

/**
 * Computes Linear's published complexity: 0.1 per property, 1 per object, and a connection's content times
 * `first` (default 50).
 */
export function complexityOf(
  schema: GraphQLSchema,
  root: GraphQLNamedType,
  selections: SelectionSetNode,
  fragments: Map<string, FragmentDefinitionNode>,
  variables: Record<string, unknown>,
): number {
  const points = (type: GraphQLNamedType, set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === "Field") return sum + field(type, selection);
      const inner = selection.kind === "InlineFragment" ? selection : fragments.get(selection.name.value);
      const condition = inner?.typeCondition?.name.value;
      const on = condition === undefined ? type : schema.getType(condition);
      return sum + (inner && on ? points(on, inner.selectionSet) : 0);
    }, 0);

  function field(type: GraphQLNamedType, node: FieldNode): number {
    const definition = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
    if (definition === undefined || node.selectionSet === undefined) return 0.1;
    const named = getNamedType(definition.type);
    if (isLeafType(named)) return 0.1;
    const inside = points(named, node.selectionSet);
    return named.name.endsWith("Connection") ? 1 + inside * pageOf(node) : 1 + inside;
  }

  function pageOf(node: FieldNode): number {
    const given = node.arguments?.find(({ name }) => name.value === "first" || name.value === "last")?.value;
    if (given?.kind === "IntValue") return Number(given.value);
    const variable = given?.kind === "Variable" ? variables[given.name.value] : undefined;
    return typeof variable === "number" ? variable : defaultPage;
  }

  return Math.ceil(points(root, selections) * 10) / 10;
}
