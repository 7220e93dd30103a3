import { type Endpoint, endpoints } from "@groundplan/contract";
import { z } from "zod";

/** The resource that an endpoint writes, by the name that its answer gives it. */
export interface Written {
  endpoint: Endpoint;
  /** The name of the resource, such as `spec`, also where the endpoint writes several at once. */
  resource: string;
  /** The name of the list, such as `specs`, where the body and the answer are lists. */
  list: string | null;
  /**
   * The fields that both a body and the resource have, and whether they may be left out: one list for each kind of
   * body.
   */
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
const itemShapeOf = (schema: unknown) => (schema instanceof z.ZodArray ? shapeOf(schema.element) : undefined);
const mayLack = (schema: unknown) => schema instanceof z.ZodType && schema.safeParse(undefined).success;

/** Returns the object of a body, or the objects of a union. */
function shapesOf(body: unknown): Shape[] {
  if (body instanceof z.ZodUnion) return body.options.flatMap(shapesOf);
  return [shapeOf(body) ?? []].flat();
}

/** Returns what the endpoint writes of its answer's resource; undefined where the body has no field of one. */
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

/** The endpoint that reads a resource: by itself, or among others in a list. */
export interface Reader {
  endpoint: Endpoint;
  list: string | null;
}

const reads = endpoints.filter(({ method }) => method === "GET");

/** Returns the reader of a resource; the nearer to the path of the endpoint that wrote it, the better. */
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
