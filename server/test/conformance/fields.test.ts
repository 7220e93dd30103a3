import { type Endpoint, endpoints } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { half } from "../half.ts";
import { setUpWorld } from "../world.ts";
import { type Field, readerOf, type Written, writtenBy } from "./fields.ts";
import { fakeTracker, makePlace, type Place } from "./place.ts";
import { addressOf, type Row, rowOf } from "./requests.ts";
import { makeScene, notKept, readElsewhere, values } from "./values.ts";

type Resource = Record<string, unknown>;

const written = endpoints
  .filter(({ id }) => !(id in notKept))
  .flatMap((endpoint) => writtenBy(endpoint) ?? []);

it("finds the endpoints that write a resource, including those named as exceptions", () => {
  const ids = written.map(({ endpoint }) => endpoint.id);
  for (const id of [
    "specs.create",
    "specs.batch",
    "specs.update",
    "plans.move",
    "shares.put",
    "apiKeys.create",
  ])
    expect(ids).toContain(id);
  for (const id of Object.keys(notKept))
    expect(endpoints.filter((endpoint) => endpoint.id === id).map(writtenBy)).toEqual([expect.anything()]);
});

describe.each(databases)("$database: every field of a body that its resource has", ({ create }) => {
  let place: Place;
  const tracker = fakeTracker();
  const world = setUpWorld(create, { openTracker: async () => tracker });
  beforeAll(async () => {
    place = await makePlace(world);
  });

  async function readBack(
    { resource, endpoint }: Written,
    row: Row,
    wanted?: Resource,
  ): Promise<Resource | undefined> {
    const reader = readerOf(resource, endpoint.path);
    if (!reader) throw new Error(`No endpoint reads \`${resource}\`, by itself or in a list`);
    const address = addressOf(
      reader.endpoint,
      reader.list === null ? addressed(reader.endpoint, row, wanted) : row,
    );
    const { body } = await world.alice.get(address);
    if (reader.list === null) return body[resource];
    const items: Resource[] = body[reader.list];
    return items.find(({ id, userId }) => wanted && id === wanted.id && userId === wanted.userId);
  }

  /** Sends fields with the rest of a valid body, then reads the resource. */
  async function write(what: Written, row: Row, sent: Resource): Promise<Resource> {
    const { endpoint, resource, list, bodies } = what;
    const usual = (list === null ? row.body : (row.body as Record<string, Resource[]>)[list]?.[0]) ?? {};
    const kept = new Set(bodies.flat().map(({ name }) => name));
    const others = Object.entries(usual).filter(([name]) => !kept.has(name));
    const one = { ...Object.fromEntries(others), ...sent };
    const body = list === null ? one : { [list]: [one] };
    const answer = await world.alice.send(endpoint.method, addressOf(endpoint, row), body);
    expect(answer.body.error, `${endpoint.id} ${JSON.stringify(body)}`).toBeUndefined();
    const answered: Resource = list === null ? answer.body[resource] : answer.body[list][0];
    const found = await readBack(what, row, answered);
    if (!found) throw new Error(`${endpoint.id}: what it wrote is not there when it is read`);
    return found;
  }

  const rows = half(written, create).map((what) => [what.endpoint.id, what] as const);
  it.each(rows)("%s is read back", async (_id, what) => {
    try {
      await showsFields(what);
    } catch {
      place = await makePlace(world); // An earlier endpoint used it up or wrote the same values.
      await showsFields(what);
    }
  });

  async function showsFields(what: Written): Promise<void> {
    const { endpoint, resource } = what;
    const elsewhere = readElsewhere[endpoint.id] ?? [];
    const bodies = what.bodies.map((fields) => fields.filter(({ name }) => !elsewhere.includes(name)));
    const given = values[resource]?.(await makeScene(place, world.alice)) ?? {};
    let row = await rowOf(endpoint, place, world);
    if (!row) throw new Error(`${endpoint.id} has no request in conformance-requests.ts`);
    const pick = (fields: readonly Field[]) =>
      Object.fromEntries(fields.map(({ name }) => [name, given[name]]));
    for (const fields of bodies) {
      for (const { name } of fields)
        if (!(name in given)) throw new Error(`conformance-values.ts has no value for ${resource}.${name}`);
      const required = fields.filter(({ optional }) => !optional);
      const optional = fields.filter((field) => field.optional).map((field) => [field]);
      const creates = endpoint.method === "POST" && endpoint.status === 201;
      let before = creates ? undefined : await readBack(what, row);
      for (const step of required.length > 0 ? [required, ...optional] : optional) {
        const wanted = pick(step);
        // A default value would prove nothing.
        for (const [name, value] of Object.entries(wanted))
          expect(before?.[name], `conformance-values.ts: ${resource}.${name} is no change`).not.toEqual(
            value,
          );
        const found = await write(what, row, { ...pick(required), ...wanted });
        expect(found, `${endpoint.id} ${Object.keys(wanted)}`).toMatchObject(wanted);
        if (!creates) row = addressed(endpoint, row, found);
        before = creates ? (before ?? found) : found;
      }
    }
  }
});

/** Path parameters that are the resource's own id. */
const withIds = [
  ...["id", "sourceId", "threadId", "commentId", "suggestionId", "proposalId"],
  ...["inviteId", "keyId", "dependencyId", "shareId", "runId"],
];

/** Returns the request addressed by the resource's current handle, if it has one. */
function addressed({ params }: Endpoint, row: Row, resource: Resource | undefined): Row {
  const name = Object.keys(params.shape).at(-1);
  const handle =
    resource?.shortId ?? resource?.slug ?? (name && withIds.includes(name) ? resource?.id : undefined);
  return name && typeof handle === "string" ? { ...row, params: { ...row.params, [name]: handle } } : row;
}
