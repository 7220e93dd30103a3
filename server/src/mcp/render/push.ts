import type { PushResult } from "@groundplan/contract";
import { joined, oneLine } from "./words.ts";

/** Items named of each action, and caveats. */
const mostNamed = 20;
const mostCaveats = 5;

/** Describes a dry run, and how to push it. */
export function sayPreview(push: PushResult, token: string): string {
  const byAction = Map.groupBy(push.preview ?? [], ({ action }) => action);
  return [
    oneLine(push.message, 300),
    ...[...byAction].map(([action, items]) => `${action}: ${namesOf(items)}`),
    ...notesOf(push),
    `preview=${token} pushes exactly this, within ten minutes.`,
  ].join("\n");
}

/** Describes a finished push. */
export const sayPush = (push: PushResult): string =>
  [joined([push.status, oneLine(push.message, 300)]), ...notesOf(push)].join("\n");

function namesOf(items: NonNullable<PushResult["preview"]>): string {
  const named = items.slice(0, mostNamed).map(({ planShortId, specShortId, kind, changes }) => {
    const handle = specShortId === undefined ? planShortId : `${planShortId}/${specShortId}`;
    const what = kind === "plan" || kind === "spec" ? handle : `${kind.replace("_", " ")} of ${handle}`;
    const fields = changes?.map(({ field, conflict }) => (conflict ? `${field}, edited there` : field)) ?? [];
    return fields.length > 0 ? `${what} (${fields.join("; ")})` : what;
  });
  const more = items.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const notesOf = ({ caveats, belowReady, belowReadyOmitted }: PushResult): string[] => [
  ...caveats.slice(0, mostCaveats).map((caveat) => `Note: ${oneLine(caveat, 160)}`),
  ...(caveats.length > mostCaveats ? [`Note: ${caveats.length - mostCaveats} more`] : []),
  ...(belowReady.length > 0 ? [`Below Ready: ${belowReady.length + belowReadyOmitted} specs`] : []),
];
