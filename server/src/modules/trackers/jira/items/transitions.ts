import type { SpecStatus } from "@groundplan/contract";
import { TrackerError } from "../../tracker.ts";
import { type Fields, listOf, partOf, text, textOrNull } from "../answer.ts";
import type { Jira } from "../client.ts";
import { isDropped } from "./remote-item.ts";

/** A transition to send, with the resolution that it takes; the caveat says what it can't express. */
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
 * Takes an issue to a status by the first transition that leads there and asks for nothing else. Returns a caveat if
 * Jira has none, or refuses it, and the issue stays as it is (`isLeft`).
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
  // Without a way to cancel, an issue that is done already is as near as it gets.
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

/** The categories of statuses for each status, the best first: an issue that was finished is open again in progress, too. */
const categories: Readonly<Record<SpecStatus, readonly string[]>> = {
  TODO: ["new", "indeterminate"],
  IN_PROGRESS: ["indeterminate"],
  DONE: ["done"],
  CANCELLED: ["done"],
};

/** Returns the way to a status among an issue's transitions, or a sentence that says why there is none. */
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

/** Returns true if a transition requires a field that is not filled from here. */
const asksForMore = (transition: Fields) =>
  Object.entries(partOf(transition, "fields")).some(
    ([name, field]) => name !== "resolution" && isRequired(field),
  );

const isRequired = (field: unknown) =>
  partOf({ field }, "field").required === true && partOf({ field }, "field").hasDefaultValue !== true;

/** Returns the first transition to a status or a resolution that is named so, else the first one with a caveat. */
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

/** Returns the first transition; one to a status that is named as cancelled finishes nothing. */
function finishing(wanted: SpecStatus, transitions: readonly Fields[]): Way | undefined {
  const first = transitions.find((one) => wanted !== "DONE" || !isDropped(nameOfTarget(one)));
  return first && plain(first);
}

/** Returns a transition with a resolution if it requires one. */
function plain(transition: Fields): Way {
  const id = text(transition, "id");
  if (!isRequired(partOf(transition, "fields").resolution)) return { id };
  const resolution = resolutionOf(transition, (name) => !isDropped(name));
  return resolution ? { id, resolution } : { id };
}

const nameOfTarget = ({ to }: Fields) => textOrNull(partOf({ to }, "to"), "name") ?? "";

/** Returns the first resolution of a transition's screen whose name is meant. */
function resolutionOf(transition: Fields, isMeant: (name: string) => boolean): { id: string } | undefined {
  const { allowedValues } = partOf(partOf(transition, "fields"), "resolution");
  const values = listOf(Array.isArray(allowedValues) ? allowedValues : []);
  const found = values.find((value) => isMeant(textOrNull(value, "name") ?? ""));
  return found && { id: text(found, "id") };
}
