import { type GraphQLFieldResolver, getNullableType, isNonNullType } from "graphql";
import { isObject } from "../../common/answers.ts";
import { fileMutations } from "../issues/files.ts";
import { issueMutations } from "../issues/issues.ts";
import { linkMutations } from "../issues/links.ts";
import { mustWrite } from "../issues/lookup.ts";
import { planMutations } from "../plans/plans.ts";
import { projectMutations } from "../plans/projects.ts";
import { settingMutations } from "../settings.ts";
import type { Context } from "../site.ts";
import { LeftOut } from "./errors.ts";
import { objects } from "./objects.ts";
import { queries } from "./queries.ts";

type Root = Record<string, (context: Context, given: never) => unknown>;

const mutations: Root = {
  ...issueMutations,
  ...projectMutations,
  ...planMutations,
  ...linkMutations,
  ...fileMutations,
  ...settingMutations,
};
const roots: Record<string, Root> = { Query: queries, Mutation: mutations };

/** Resolves any schema field, or throws `LeftOut` for an unsupported one. */
export const resolve: GraphQLFieldResolver<unknown, Context> = (source, given, context, info) => {
  const type = info.parentType.name;
  const root = roots[type];
  if (root !== undefined) {
    const operation = root[info.fieldName];
    if (operation === undefined) throw new LeftOut(`${type}.${info.fieldName}`);
    if (type === "Mutation") mustWrite(context);
    return operation(context, given as never);
  }
  const worked = objects[type]?.[info.fieldName];
  if (worked !== undefined) return worked(source as never, given, context);
  const value = isObject(source) ? source[info.fieldName] : undefined;
  if (value === undefined || (value === null && isNonNullType(info.returnType)))
    throw new LeftOut(`${type}.${info.fieldName}: ${getNullableType(info.returnType)}`);
  return value;
};
