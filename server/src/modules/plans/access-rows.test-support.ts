import type { Answer, Person } from "../../../test/world.ts";
import type { Demand } from "./access-oracle.test-support.ts";

/** A shared plan with three specs: `SPEC-1` in two versions, `SPEC-2` depending on it. */
export interface Target {
  project: string;
  path: string;
  id: string;
  handle: string;
  dependencyId: string;
  sharedWith: string;
}

/** Other resources that some endpoints name: a TEAM plan that every member edits, and a member. */
export interface Beside {
  harbour: string;
  member: string;
}

export interface Row extends Demand {
  id: string;
  send(person: Person, at: Target, beside: Beside): Promise<Answer>;
}

const reads: Row[] = (
  [
    ["plans.get", ""],
    ["plans.tree", "/tree"],
    ["plans.progress", "/progress"],
    ["shares.list", "/shares"],
    ["specs.list", "/specs"],
    ["specs.get", "/specs/SPEC-1"],
    ["specs.readiness", "/specs/SPEC-1/readiness"],
    ["specs.brief", "/specs/SPEC-1/brief"],
    ["specs.versions", "/specs/SPEC-1/versions"],
    ["specs.version", "/specs/SPEC-1/versions/1"],
    ["dependencies.list", "/dependencies"],
  ] as const
).map(([id, below]) => ({ id, needs: "READ", send: (person, { path }) => person.get(path + below) }));

export const accessRows: readonly Row[] = [
  ...reads,
  {
    id: "shares.get",
    needs: "READ",
    send: (person, { path, sharedWith }) => person.get(`${path}/shares/${sharedWith}`),
  },
  {
    id: "dependencies.get",
    needs: "READ",
    send: (person, { path, dependencyId }) => person.get(`${path}/dependencies/${dependencyId}`),
  },
  {
    id: "specs.updateMany",
    needs: "EDIT",
    send: (person, { path }) =>
      person.patch(`${path}/specs`, { specShortIds: ["SPEC-1"], changes: { effort: 5 } }),
  },
  { id: "plans.find", needs: "READ", send: (person, { handle }) => person.get(`/v1/plans/${handle}`) },
  {
    id: "plans.list",
    needs: "READ",
    send: (person, { project, handle }) => person.get(`${project}/plans?parent=${handle}`),
  },
  {
    id: "plans.create",
    needs: "EDIT",
    send: (person, { project, id }) => person.post(`${project}/plans`, { name: "Below", parentPlanId: id }),
  },
  { id: "plans.update", needs: "EDIT", send: (person, { path }) => person.patch(path, { name: "Renamed" }) },
  {
    id: "plans.update",
    needs: "OWN",
    root: true,
    send: (person, { path }) => person.patch(path, { visibility: "PRIVATE" }),
  },
  { id: "plans.delete", needs: "OWN", send: (person, { path }) => person.delete(path) },
  { id: "plans.archive", needs: "OWN", send: (person, { path }) => person.post(`${path}/archive`) },
  {
    id: "plans.restore",
    needs: "OWN",
    onArchived: true,
    send: (person, { path }) => person.post(`${path}/restore`),
  },
  {
    id: "plans.move",
    needs: "OWN",
    send: (person, { path }, { harbour }) => person.post(`${path}/move`, { parentPlanId: harbour }),
  },
  {
    id: "plans.setOwner",
    needs: "OWN",
    root: true,
    send: (person, { path }, { member }) => person.post(`${path}/owner`, { userId: member }),
  },
  {
    id: "shares.put",
    needs: "OWN",
    root: true,
    send: (person, { path }, { member }) => person.put(`${path}/shares/${member}`, { capability: "READ" }),
  },
  {
    id: "shares.delete",
    needs: "OWN",
    root: true,
    send: (person, { path, sharedWith }) => person.delete(`${path}/shares/${sharedWith}`),
  },
  {
    id: "specs.create",
    needs: "EDIT",
    send: (person, { path }) => person.post(`${path}/specs`, { title: "New" }),
  },
  {
    id: "specs.batch",
    needs: "EDIT",
    send: (person, { path }) => person.post(`${path}/specs/batch`, { specs: [{ title: "New" }] }),
  },
  {
    id: "specs.reorder",
    needs: "EDIT",
    send: (person, { path }) =>
      person.post(`${path}/specs/reorder`, { specShortIds: ["SPEC-3", "SPEC-1", "SPEC-2"] }),
  },
  {
    id: "specs.update",
    needs: "EDIT",
    send: (person, { path }) => person.patch(`${path}/specs/SPEC-1`, { title: "Renamed" }),
  },
  { id: "specs.delete", needs: "EDIT", send: (person, { path }) => person.delete(`${path}/specs/SPEC-1`) },
  {
    id: "specs.restore",
    needs: "EDIT",
    send: (person, { path }) => person.post(`${path}/specs/SPEC-1/restore`),
  },
  {
    id: "specs.move",
    needs: "EDIT",
    send: (person, { path }, { harbour }) => person.post(`${path}/specs/SPEC-1/move`, { planId: harbour }),
  },
  {
    id: "specs.duplicate",
    needs: "EDIT",
    send: (person, { path }) => person.post(`${path}/specs/SPEC-1/duplicate`, {}),
  },
  {
    id: "specs.restoreVersion",
    needs: "EDIT",
    send: (person, { path }) => person.post(`${path}/specs/SPEC-1/versions/1/restore`),
  },
  {
    id: "dependencies.create",
    needs: "EDIT",
    send: (person, { path }) =>
      person.post(`${path}/dependencies`, { fromSpecId: "SPEC-3", toSpecId: "SPEC-1" }),
  },
  {
    id: "dependencies.delete",
    needs: "EDIT",
    send: (person, { path, dependencyId }) => person.delete(`${path}/dependencies/${dependencyId}`),
  },
];
