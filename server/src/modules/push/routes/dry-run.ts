import type { PushResult } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { notFound } from "../../../errors.ts";
import { openConnection } from "../../connectors/open-connection.ts";
import type { Context } from "../../context.ts";
import { trackerOf } from "../../trackers/registry.ts";
import { type Tracker, TrackerError } from "../../trackers/tracker.ts";
import { upstreamError } from "../../trackers/upstream-error.ts";
import type { Caveat } from "../ledger/caveats.ts";
import { noteLooks } from "../ledger/seen-items.ts";
import { planSteps } from "../plan/plan-steps.ts";
import { takeSnapshot } from "../plan/snapshot.ts";
import type { Step } from "../plan/step.ts";
import { countChanged } from "../results/count-changed.ts";
import { wouldTake } from "../results/forecast.ts";
import { lackingFields, lackingSentence } from "../results/lacking-fields.ts";
import { type ChangePreview, previewOf } from "../results/preview.ts";
import { summarize } from "../results/push-summary.ts";
import { changeSummary, countSteps, resultOf } from "../results/result.ts";
import { namedIn, visibilityOf, visibleParts } from "../results/visibility.ts";
import type { Allowed } from "./start-push.ts";

/** Previews a push without writing to the tracker. Views of held changes are stored for later counts. */
export async function dryRun(
  context: Context,
  actor: Actor,
  { plan, provider, connection, request }: Allowed,
): Promise<PushResult> {
  const { db } = context;
  const snapshot = await takeSnapshot(db, actor, request);
  if (!snapshot) throw notFound("plan");
  const { steps, caveats: known } = planSteps(snapshot, trackerOf(provider).capacity);
  const inWords = (error: unknown): never => {
    throw error instanceof TrackerError ? upstreamError(error, provider) : error;
  };
  const tracker = await openConnection(context, connection).catch(inWords);
  const preview = previewOf(context, tracker, { ...request, provider }, steps);
  const { told, caveats: found, seen } = await preview.catch(inWords);
  const news = seen.filter(({ row, look }) => row.look !== look);
  const { workspaceId, connectionId, target } = request;
  if (news.length > 0)
    await context.writer.run(noteLooks, { scope: { workspaceId, connectionId, target }, seen: news });
  const toMake = told.filter(({ change }) => makes.includes(change.action)).length;
  const made = told.flatMap(({ step, change }) => (isMadeIssue(change) ? [step] : []));
  const lacking = await lackingFor(tracker, request, made).catch(inWords);
  const caveats = [...lacking, ...wouldTake(toMake, tracker.quota), ...found, ...known];
  const would = countSteps(
    told.map(({ step: { kind, action }, change }) => ({
      kind,
      action: change.action === "recreate" ? "create" : action,
      state: change.action === "release" ? "released" : leaves.includes(change.action) ? "skipped" : "sent",
      count: 1,
    })),
  );
  const stepsThat = (...actions: Action[]) =>
    told.filter(({ change }) => actions.includes(change.action)).map(({ step }) => step);
  const writes = told.filter(({ change }) => !leaves.includes(change.action)).map(({ step }) => step);
  const conflicts = stepsThat("conflict");
  const closed = told.flatMap(({ step, change }) => (isClosed(step, change) ? [step] : []));
  const counts = countChanged(writes, [...conflicts, ...closed]);
  const { waitingCount: held } = countChanged(writes, conflicts);
  const waiting = { held, closed: counts.waitingCount - held };
  const about = await summarize(db, actor.workspaceId, snapshot);
  const named = namedIn(about, caveats);
  const visibility = await visibilityOf(db, actor, named.specIds, named.planIds);
  const result = resultOf({
    pushId: null,
    status: "dry_run",
    provider,
    planNumber: plan.number,
    target: request.target,
    names: visibleParts(about, caveats, visibility),
    tally: would,
    message: forecastOf(changeSummary(would), waiting, stepsThat("gone").length),
  });
  return { ...result, ...counts, preview: told.map(({ change }) => change) };
}

async function lackingFor(
  tracker: Tracker,
  { target, options }: Allowed["request"],
  made: readonly Step[],
): Promise<Caveat[]> {
  if (!tracker.createFields || made.length === 0) return [];
  const lacking = lackingFields(await tracker.createFields(target), made, options.fields);
  if (lacking.length === 0) return [];
  return [{ text: `A push would fail: ${lackingSentence(target, lacking)}`, planIds: [] }];
}

const isMadeIssue = ({ kind, action }: ChangePreview["change"]) =>
  (kind === "plan" || kind === "spec" || kind === "part") && (action === "create" || action === "recreate");

type Action = NonNullable<PushResult["preview"]>[number]["action"];
const makes: readonly Action[] = ["create", "recreate", "link"];
const leaves: readonly Action[] = ["skip", "conflict", "gone"];

const isClosed = ({ action }: Step, change: ChangePreview["change"]) =>
  action === "update" && change.action === "skip" && change.reason !== undefined;

/** Words the waiting changes: `held` by edits in the tracker, on `closed` items, and `gone` items. */
function forecastOf(
  summary: string,
  { held, closed }: Record<"held" | "closed", number>,
  gone: number,
): string {
  const sentences = [
    summary === "" ? "" : `A push would do this: ${summary}.`,
    held === 0 ? "" : `${heldOf(held)} unless the push overwrites.`,
    closed === 0 ? "" : closedOf(closed),
    gone === 0 ? "" : `${gone} ${gone === 1 ? "item is" : "items are"} gone from the tracker.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(" ") : "A push would change nothing.";
}

const heldOf = (held: number) =>
  held === 1
    ? "1 change waits: its item was also edited in the tracker and stays unchanged"
    : `${held} changes wait: their items were also edited in the tracker and stay unchanged`;

const closedOf = (closed: number) =>
  closed === 1
    ? "1 change waits: its item can't be written to in the tracker."
    : `${closed} changes wait: their items can't be written to in the tracker.`;
