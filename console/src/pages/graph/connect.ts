import {
  createDependency,
  deleteDependency,
  getGraph,
  getSpec,
  listDependencies,
  listSpecs,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import type { CacheChange } from "../../api/optimistic.ts";
import { queryClient } from "../../api/query-client.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { toast } from "../../components/overlays/toast.tsx";
import { sendEdits } from "../../edits/edit.ts";
import type { PlanParams } from "../../planning/params.ts";
import type { Graph } from "../../planning/specs/node-key.ts";
import type { Placed } from "./layout.ts";

const reads = [getGraph, listSpecs, getSpec, listDependencies];

/** Adds a dependency optimistically; the service may refuse a cycle. */
export async function connect(params: PlanParams, who: Placed, need: Placed): Promise<void> {
  const edge = { from: who.key, to: need.key };
  const { planShortId, specShortId } = who.node;
  const plan = { projectSlug: params.projectSlug, planShortId };
  const change: CacheChange = (data, [path, request]) =>
    path === getGraph.path &&
    (request as { params: PlanParams }).params.planShortId === params.planShortId &&
    !(data as Graph).edges.some(({ from, to }) => from === edge.from && to === edge.to)
      ? { ...(data as Graph), edges: [...(data as Graph).edges, edge] }
      : data;
  let made: string | undefined;
  const isMade = await sendEdits({
    subject: `needs of ${who.key}`,
    change,
    send: async (once) => {
      const toSpecId = await referenceOf(params.projectSlug, need, planShortId);
      const body = { fromSpecId: specShortId, toSpecId };
      made = (await call(createDependency, { params: plan, body }, once)).dependency.id;
      return change;
    },
    touches: reads,
  });
  const dependencyId = made;
  if (!isMade || dependencyId === undefined) return;
  toast(`${who.key} needs ${need.key} first.`, async () => {
    try {
      await call(deleteDependency, { params: { ...plan, dependencyId } });
    } finally {
      await invalidate(...reads);
    }
  });
}

/** Handles are local to a plan, so other plans need another reference. */
async function referenceOf(projectSlug: string, { node }: Placed, plan: string): Promise<string> {
  if (node.planShortId === plan) return node.specShortId;
  const params = { projectSlug, planShortId: node.planShortId };
  const specs = await queryClient.fetchQuery(readAll(listSpecs, { params }, "specs"));
  return specs.find(({ shortId }) => shortId === node.specShortId)?.id ?? node.specShortId;
}
