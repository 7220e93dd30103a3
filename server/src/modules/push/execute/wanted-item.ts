import type { Item, Parent } from "../../trackers/tracker.ts";
import { type StepRow, scopeOf } from "../ledger/pushes.ts";
import { itemOf, type Text } from "../ledger/texts.ts";
import { illustrate } from "../pictures/illustrate.ts";
import type { ConnectedWork } from "./work.ts";

/** Returns a step's item as it is to be written, with the pictures that the tracker has by now. */
export async function wantedItem(
  { context, push, tracker, dataKey }: ConnectedWork,
  step: StepRow,
  text: Text,
  { clientId, parent, issueId }: { clientId: string; parent: Parent; issueId: string | undefined },
): Promise<Item> {
  const { pictures } = tracker;
  const place = {
    ...scopeOf(push),
    db: context.db,
    provider: push.provider,
    publicUrl: context.publicUrl(),
    pictures,
  };
  const owner = {
    entityId: step.entity_id,
    planId: step.plan_id,
    planNumber: step.plan_number,
    specNumber: step.spec_number,
  };
  const illustrated = await illustrate(place, owner, text, issueId);
  return itemOf(scopeOf(push), dataKey, step, illustrated, { clientId, parent });
}
