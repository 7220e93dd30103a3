import { type Endpoint, endpoints } from "@groundplan/contract";
import { z } from "zod";

/** The resource that an endpoint writes, named as in its answer. */
export interface Written {
  endpoint: Endpoint;
  /** The name of the resource, such as `spec`, also for endpoints that write several. */
  resource: string;
  /** The name of the list, such as `specs`, if body and answer are lists. */
  list: string | null;
  /** The fields common to body and resource, and whether they are optional: one list per body variant. */
  bodies: Field[][];
}

export interface Field {
  name: string;
  optional: boolean;
}

type Shape = Record<string, unknown>;

const singular = (list: string) => list.replace(/ies$/, "y").replace(/s$/, "");
const shapeOf = (schema: unknown): Shape | undefined =>
  schema instanceof z.ZodObject ? schema.shape : undefined;
/** The shape of a list's items; of variants the first, since those that name their resource take more than fields. */
const itemShapeOf = (schema: unknown): Shape | undefined => {
  const item = schema instanceof z.ZodArray ? schema.element : undefined;
  return shapeOf(item instanceof z.ZodUnion ? item.options[0] : item);
};
const mayLack = (schema: unknown) => schema instanceof z.ZodType && schema.safeParse(undefined).success;

function shapesOf(body: unknown): Shape[] {
  if (body instanceof z.ZodUnion) return body.options.flatMap(shapesOf);
  return [shapeOf(body) ?? []].flat();
}

/**
 * Returns the part of the answer's resource that the endpoint writes; undefined if its body has no such
 * field.
 */
export function writtenBy(endpoint: Endpoint): Written | undefined {
  for (const [name, schema] of Object.entries(shapeOf(endpoint.reply) ?? {})) {
    const list = itemShapeOf(schema) ? name : null;
    const resource = shapeOf(schema) ?? itemShapeOf(schema);
    if (!resource) continue;
    const bodies = shapesOf(endpoint.body)
      .flatMap((shape) => (list === null ? [shape] : [itemShapeOf(shape[list]) ?? []].flat()))
      .map((shape) => fieldsOf(shape).filter((field) => field.name in resource))
      .filter((fields) => fields.length > 0);
    if (bodies.length > 0) return { endpoint, resource: list === null ? name : singular(name), list, bodies };
  }
  return undefined;
}

const fieldsOf = (shape: Shape): Field[] =>
  Object.entries(shape).map(([name, schema]) => ({ name, optional: mayLack(schema) }));

/** The endpoint that reads a resource, by itself or in a list. */
export interface Reader {
  endpoint: Endpoint;
  list: string | null;
}

const reads = endpoints.filter(({ method }) => method === "GET");

/** Returns the reader of a resource whose path is closest to the given one. */
export function readerOf(resource: string, path: string): Reader | undefined {
  const parts = path.split("/");
  const common = (other: string) => {
    const at = other.split("/").findIndex((part, n) => part !== parts[n]);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  const nearest = reads.toSorted((a, b) => common(b.path) - common(a.path));
  const single = nearest.find(({ reply }) => shapeOf(shapeOf(reply)?.[resource]));
  if (single) return { endpoint: single, list: null };
  for (const endpoint of nearest) {
    const shape = shapeOf(endpoint.reply) ?? {};
    const list = Object.keys(shape).find((name) => singular(name) === resource && itemShapeOf(shape[name]));
    if (list) return { endpoint, list };
  }
  return undefined;
}
