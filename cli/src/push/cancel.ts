import { cancelPush, listPushes, type Reply } from "@groundplan/contract";
import type { Client } from "../../../client/src/index.ts";
import { Failure } from "../failure.ts";

export async function cancelRunning(
  client: Client,
  params: { projectSlug: string; planShortId: string },
): Promise<Reply<typeof cancelPush>["push"]> {
  for await (const { pushId, status } of client.pages(listPushes, { params }, "pushes")) {
    if (status !== "queued" && status !== "running") continue;
    return (await client.call(cancelPush, { params: { ...params, pushId } })).push;
  }
  throw new Failure(`No push of ${params.planShortId} is under way.`);
}
