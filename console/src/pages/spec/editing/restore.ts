import {
  getSpec,
  getSpecReadiness,
  listSpecVersions,
  type Reply,
  restoreSpecVersion,
} from "@groundplan/contract";
import { ApiError } from "../../../../../client/src/errors.ts";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { UserError } from "../../../base/user-error.ts";
import { toast } from "../../../components/overlays/toast.tsx";
import type { SpecParams } from "../../../planning/params.ts";

type Version = Reply<typeof listSpecVersions>["versions"][number];

const reads = [getSpec, listSpecVersions, getSpecReadiness] as const;

/** Restores a version as the current text, with an undo. */
export async function restore(
  params: SpecParams,
  { seq, version }: Pick<Version, "seq" | "version">,
): Promise<void> {
  const { spec } = await call(restoreSpecVersion, { params: { ...params, seq: String(seq) } });
  await invalidate(...reads);
  const { revision } = spec;
  toast(`Version ${version} is current again.`, () => bringBack(params, revision - 1, revision));
}

/** Refuses if the text has changed since revision `now`. */
export async function bringBack(params: SpecParams, revision: number, now: number): Promise<void> {
  const { versions } = await call(listSpecVersions, { params, query: { limit: "10" } });
  const seq = versions.find(({ version }) => version === revision)?.seq ?? revision;
  const headers = { "if-match": `"${now}"` };
  try {
    await call(restoreSpecVersion, { params: { ...params, seq: String(seq) } }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "precondition_failed")) throw error;
    throw new UserError("Someone has changed the text since, so it stays as it is.");
  }
  await invalidate(...reads);
}
