import type { PushResult } from "@groundplan/contract";
import { tokensOf } from "../../tokens/tokens.ts";
import { joined, oneLine } from "./words.ts";

/** How much of a push is described. */
interface Detail {
  /** Items named of each action. */
  items: number;
  caveats: number;
  /** Characters of the message. */
  message: number;
}

/** From the usual one to the one that fits any budget. */
const details: readonly Detail[] = [
  { items: 20, caveats: 5, message: 300 },
  { items: 8, caveats: 3, message: 200 },
  { items: 3, caveats: 1, message: 120 },
  { items: 0, caveats: 0, message: 60 },
];

/** Describes a dry run, and how to push it. */
export const sayPreview = (push: PushResult, token: string, budget: number): Promise<string> =>
  firstWithin(budget, (detail) => [
    oneLine(push.message, detail.message),
    ...[...Map.groupBy(push.preview ?? [], ({ action }) => action)].map(
      ([action, items]) => `${action}: ${namesOf(items, detail)}`,
    ),
    ...notesOf(push, detail),
    `preview=${token} pushes exactly this, within ten minutes.`,
  ]);

/** Describes a finished push. */
export const sayPush = (push: PushResult, budget: number): Promise<string> =>
  firstWithin(budget, (detail) => [
    joined([push.status, oneLine(push.message, detail.message)]),
    ...notesOf(push, detail),
  ]);

async function firstWithin(budget: number, linesFor: (detail: Detail) => string[]): Promise<string> {
  let text = "";
  for (const detail of details) {
    text = linesFor(detail).join("\n");
    if ((await tokensOf(text)) <= budget) break;
  }
  return text;
}

function namesOf(items: NonNullable<PushResult["preview"]>, { items: most }: Detail): string {
  if (most === 0) return String(items.length);
  const named = items.slice(0, most).map(({ planShortId, specShortId, kind, changes }) => {
    const handle = specShortId === undefined ? planShortId : `${planShortId}/${specShortId}`;
    const what = kind === "plan" || kind === "spec" ? handle : `${kind.replace("_", " ")} of ${handle}`;
    const fields = changes?.map(({ field, conflict }) => (conflict ? `${field}, edited there` : field)) ?? [];
    return fields.length > 0 ? `${what} (${fields.join("; ")})` : what;
  });
  const more = items.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const notesOf = (
  { caveats, belowReady, belowReadyOmitted }: PushResult,
  { caveats: most }: Detail,
): string[] => [
  ...caveats.slice(0, most).map((caveat) => `Note: ${oneLine(caveat, 160)}`),
  ...(caveats.length > most ? [`Note: ${caveats.length - most} more`] : []),
  ...(belowReady.length > 0 ? [`Below Ready: ${belowReady.length + belowReadyOmitted} specs`] : []),
];
