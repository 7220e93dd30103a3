import type { Tx } from "../../../../storage/dialect.ts";
import { type ItemPart, parts } from "../../../trackers/tracker.ts";
import type { ItemRow } from "../../ledger/ledger.ts";
import type { PushRow } from "../../ledger/pushes.ts";
import { putItems } from "../../ledger/put-items.ts";
import { readStepItems } from "../../ledger/step-items.ts";
import { fenced } from "../fenced.ts";

interface Parts {
  position: number;
  write: readonly ItemPart[];
  /** The base that the call would leave, as JSON; null without details. */
  details: string | null;
}

/** Returns the parts that unanswered updates of an issue may have written. */
export const partsSent = ({ sending_parts }: Pick<ItemRow, "sending_parts">): ItemPart[] =>
  sending_parts === null ? [] : (JSON.parse(sending_parts) as ItemPart[]);

/**
 * Records the parts before the call leaves: only these can be our own write if no answer comes. Earlier parts
 * stay, as those calls may still arrive.
 */
export const recordParts = fenced(
  "push.holds",
  async (tx: Tx, { writes }: { writes: Parts[] }, push: PushRow) => {
    const byPosition = new Map(writes.map((one) => [one.position, one]));
    const all = await readStepItems(tx, push, [...byPosition.keys()]);
    const puts = all.flatMap((at) => {
      if (!at.item) return [];
      const { write = [], details = null } = byPosition.get(at.step.position) ?? {};
      const held = new Set([...partsSent(at.item), ...write]);
      const sending_parts = JSON.stringify(parts.filter((part) => held.has(part)));
      return [{ at, changes: { sending_parts, ...(details && { sending_details: details }) } }];
    });
    await putItems(tx, push, puts);
  },
);
