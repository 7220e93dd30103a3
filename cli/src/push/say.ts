import type { PushResult } from "@groundplan/contract";
import { printable, say } from "../output.ts";
import type { FollowedPush } from "./follow.ts";

/** A push's result for people: what happened, what to know about it, and where it is now. */
export function sayPush(push: PushResult | FollowedPush): void {
  const { planShortId, planName, status, projectExternalId, message } = push;
  say(printable(`${planShortId} "${planName}" to ${projectExternalId}: ${status}. ${message}`));
  sayList("Caveats:", push.caveats);
  sayBelowReady(push);
  if (!("items" in push)) return;
  const failed = push.items.filter(({ state }) => state === "failed");
  sayList(
    "Failed:",
    failed.map((item) => `${nameOf(item)}: ${item.error ?? "no reason given"}`),
  );
  const links = push.items.filter(
    ({ url, kind }) => url !== undefined && (kind === "plan" || kind === "spec"),
  );
  sayList(
    "On the tracker:",
    links.map((item) => `${nameOf(item)}  ${item.externalKey ?? ""}  ${item.url}`),
  );
}

function sayBelowReady({ belowReady, belowReadyOmitted, belowReadyUnavailable }: PushResult): void {
  const lines = belowReady.map(({ specShortId, title, readinessLabel, reasons, held }) => {
    const state = held ? `${readinessLabel}, held back` : readinessLabel;
    const why = reasons.length > 0 ? `: ${reasons.join("; ")}` : "";
    return `${specShortId} ${title} (${state})${why}`;
  });
  if (belowReadyOmitted > 0) lines.push(`and ${belowReadyOmitted} more`);
  sayList("Below Ready:", lines);
  if (belowReadyUnavailable) say("Nobody has said how ready all of the specs are; more may be below Ready.");
}

function sayList(heading: string, lines: string[]): void {
  if (lines.length > 0) say(heading, ...lines.map((line) => `  ${printable(line)}`));
}

function nameOf({ kind, planShortId, specShortId }: FollowedPush["items"][number]): string {
  const handles = [planShortId, specShortId].filter((handle) => handle !== undefined).join(" ");
  return kind === "plan" || kind === "spec" ? handles : `${kind.replace("_", " ")} ${handles}`;
}
