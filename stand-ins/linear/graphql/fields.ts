import type { Stamped } from "../records.ts";
import type { Context, LinearSite } from "../site.ts";
import { connection, type ListArguments } from "./connections.ts";

export type Field<T> = (source: T, given: ListArguments, context: Context) => unknown;
export type Fields<T> = Record<string, Field<T>>;

/** Pages the source's records. */
export function list<T, R extends Stamped>(records: (site: LinearSite, source: T) => Iterable<R>): Field<T> {
  return (source, given, { site, read }) => connection(records(site, source), given, read);
}

/** Resolves a related record, or null. */
export function one<T, R>(record: (site: LinearSite, source: T) => R | undefined): Field<T> {
  return (source, _given, { site }) => record(site, source) ?? null;
}

export function where<R>(map: Map<string, R>, test: (record: R) => boolean): R[] {
  return [...map.values()].filter(test);
}
