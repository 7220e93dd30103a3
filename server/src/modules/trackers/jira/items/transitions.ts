import type { SpecStatus } from "@groundplan/contract";
import { TrackerError } from "../../tracker.ts";
import { type Fields, listOf, partOf, text, textOrNull } from "../answer.ts";
import type { Jira } from "../client.ts";
import { isDropped } from "./remote-item.ts";

/** The caveat states any loss. */
interface Way {
  id: string;
  resolution?: { id: string };
  caveat?: string;
}

interface Issue {
  id: string;
  key: string;
}

/**
 * Uses the first transition that needs no other input. If Jira has none or refuses it, returns a caveat and
 * leaves the issue (`isLeft`).
 */
export async function enterStatus(
  jira: Jira,
  issue: Issue,
  wanted: SpecStatus,
  isDoneAlready: boolean,
): Promise<{ isLeft: boolean; caveats: string[] }> {
  const route = { in: { id: issue.id } };
  const query = { expand: "transitions.fields" };
  const { data } = await jira.call("GET /issue/{id}/transitions", { ...route, query });
  const way = wayTo(wanted, listOf(data?.transitions ?? []), issue.key);
  if (typeof way === "string") return { isLeft: true, caveats: [way] };
  const caveats = way.caveat === undefined ? [] : [way.caveat];
  // Without a cancelled status, done is close enough.
  if (way.caveat !== undefined && isDoneAlready) return { isLeft: false, caveats };
  const fields = way.resolution ? { fields: { resolution: way.resolution } } : {};
  const body = { transition: { id: way.id }, ...fields };
  try {
    await jira.call("POST /issue/{id}/transitions", { ...route, body, issues: [issue.id] });
  } catch (error) {
    const isRefused =
      error instanceof TrackerError && error.outcome === "refused" && error.code === "invalid";
    if (!isRefused) throw error;
    return { isLeft: true, caveats: [`The status of ${issue.key} was left: Jira refused the transition.`] };
  }
  return { isLeft: false, caveats };
}

/** By preference: a reopened issue may also be in progress. */
const categories: Readonly<Record<SpecStatus, readonly string[]>> = {
  TODO: ["new", "indeterminate"],
  IN_PROGRESS: ["indeterminate"],
  DONE: ["done"],
  CANCELLED: ["done"],
};

/** Returns a message if there is no transition. */
function wayTo(wanted: SpecStatus, transitions: readonly Fields[], key: string): Way | string {
  const leading = categories[wanted].flatMap((category) =>
    transitions.filter(
      ({ to }) => textOrNull(partOf(partOf({ to }, "to"), "statusCategory"), "key") === category,
    ),
  );
  if (leading.length === 0)
    return `The status of ${key} was left: no transition in Jira leads there for the connected account.`;
  const open = leading.filter((transition) => !asksForMore(transition));
  const way = wanted === "CANCELLED" ? cancelling(open, key) : finishing(wanted, open);
  return way ?? `The status of ${key} was left: its transition in Jira asks for fields.`;
}

/** Returns true if we don't fill in a required field. */
const asksForMore = (transition: Fields) =>
  Object.entries(partOf(transition, "fields")).some(
    ([name, field]) => name !== "resolution" && isRequired(field),
  );

const isRequired = (field: unknown) =>
  partOf({ field }, "field").required === true && partOf({ field }, "field").hasDefaultValue !== true;

/** Prefers a cancelled status or resolution; otherwise adds a caveat. */
function cancelling(transitions: readonly Fields[], key: string): Way | undefined {
  for (const transition of transitions) {
    const dropped = resolutionOf(transition, isDropped);
    if (isDropped(nameOfTarget(transition)))
      return { ...plain(transition), ...(dropped ? { resolution: dropped } : {}) };
    if (dropped) return { id: text(transition, "id"), resolution: dropped };
  }
  const way = finishing("DONE", transitions);
  return (
    way && {
      ...way,
      caveat: `${key} is done in Jira, where no status or resolution says that it was cancelled.`,
    }
  );
}

/** Avoids cancelled statuses for DONE. */
function finishing(wanted: SpecStatus, transitions: readonly Fields[]): Way | undefined {
  const first = transitions.find((one) => wanted !== "DONE" || !isDropped(nameOfTarget(one)));
  return first && plain(first);
}

/** Adds a resolution if required. */
function plain(transition: Fields): Way {
  const id = text(transition, "id");
  if (!isRequired(partOf(transition, "fields").resolution)) return { id };
  const resolution = resolutionOf(transition, (name) => !isDropped(name));
  return resolution ? { id, resolution } : { id };
}

const nameOfTarget = ({ to }: Fields) => textOrNull(partOf({ to }, "to"), "name") ?? "";

function resolutionOf(transition: Fields, isMeant: (name: string) => boolean): { id: string } | undefined {
  const { allowedValues } = partOf(partOf(transition, "fields"), "resolution");
  const values = listOf(Array.isArray(allowedValues) ? allowedValues : []);
  const found = values.find((value) => isMeant(textOrNull(value, "name") ?? ""));
  return found && { id: text(found, "id") };
}
