import type { cancelPush, PushResult, Reply } from "@groundplan/contract";
import { printable, say } from "../output.ts";
import { inOurWords } from "../words.ts";
import type { FollowedPush } from "./follow.ts";
import { nameOf } from "./name-of.ts";
import { sayPreview } from "./say-preview.ts";

type Cancelled = Reply<typeof cancelPush>["push"];

/** Prints the result of a push: what happened, its warnings, and the items' addresses. */
export function sayPush(push: PushResult | FollowedPush | Cancelled): void {
  const { planShortId, planName, status, projectExternalId, message } = push;
  say(printable(`${planShortId} "${planName}" to ${projectExternalId}: ${status}. ${inOurWords(message)}`));
  const isReported = (sentence: string) => push.caveats.some((caveat) => caveat.endsWith(sentence));
  if ("preview" in push && push.preview) sayPreview(push.preview, isReported);
  sayList("Caveats:", push.caveats);
  sayBelowReady(push);
  if (!("items" in push)) return;
  for (const [heading, wanted] of [
    ["Edited in the tracker, and not overwritten:", "conflict"],
    ["Gone from the tracker:", "gone"],
    ["Failed:", "failed"],
  ] as const) {
    const items = push.items.filter(({ state, error }) => state === wanted && !(error && isReported(error)));
    sayList(
      heading,
      items.map((item) => `${nameOf(item)}: ${item.error ?? "no reason given"}`),
    );
  }
  const links = push.items.filter(
    ({ url, kind }) => url !== undefined && (kind === "plan" || kind === "spec"),
  );
  sayList(
    "On the tracker:",
    links.map((item) => `${nameOf(item)}  ${item.externalKey ?? ""}  ${item.url}`),
  );
}

function sayBelowReady({ belowReady, belowReadyOmitted, belowReadyUnavailable }: PushResult): void {
  const lines = belowReady.map(({ planShortId, specShortId, title, readinessLabel, reasons, held }) => {
    const state = held ? `${readinessLabel}, held back` : readinessLabel;
    const why = reasons.length > 0 ? `: ${reasons.join("; ")}` : "";
    return `${nameOf({ kind: "spec", planShortId, specShortId })} ${title} (${state})${why}`;
  });
  if (belowReadyOmitted > 0) lines.push(`and ${belowReadyOmitted} more`);
  sayList("Below Ready:", lines);
  if (belowReadyUnavailable) say("The readiness of some specs is unknown; more may be below Ready.");
}

function sayList(heading: string, lines: string[]): void {
  if (lines.length > 0) say(heading, ...lines.map((line) => `  ${printable(inOurWords(line))}`));
}
