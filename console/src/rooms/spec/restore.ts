import {
  getSpec,
  getSpecReadiness,
  listSpecVersions,
  type Reply,
  restoreSpecVersion,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import { toast } from "../../parts/toast.tsx";
import type { SpecParams } from "../work/spec-params.ts";

type Version = Reply<typeof listSpecVersions>["versions"][number];

/** Makes a version the text again; what was the text stays among the versions, and Undo brings it back. */
export async function restore(
  params: SpecParams,
  { seq, version }: Pick<Version, "seq" | "version">,
): Promise<void> {
  const put = async (from: number, options?: { headers: { "if-match": string } }) => {
    const { spec } = await call(restoreSpecVersion, { params: { ...params, seq: String(from) } }, options);
    await forget(getSpec, listSpecVersions, getSpecReadiness);
    return spec;
  };
  const { revision } = await put(seq);
  toast(`Version ${version} is the text again.`, () =>
    // What others have written since stays: then it is refused.
    put(revision - 1, { headers: { "if-match": `"${revision}"` } }),
  );
}
