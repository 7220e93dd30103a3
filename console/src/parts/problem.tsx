import { ApiError } from "../../../client/src/errors.ts";
import { isAway } from "../api/reach.ts";
import { readPlans } from "../api/read-plans.ts";
import { Button } from "./button.tsx";
import { withPlanNames } from "./plan-names.ts";

/** The errors whose message is a sentence for people. */
const forPeople = ["ApiError", "NotImportable", "Refusal"];

/** Returns the sentence of an error: the service's own, or one for a failure that it knows nothing of. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.code === "dependency_cycle") return error.message + pathOf(error);
  if (isAway(error))
    return navigator.onLine
      ? "The service does not answer at the moment. Try again in a while."
      : "There is no connection. Try again once there is one.";
  if (error instanceof Error && forPeople.includes(error.name)) return error.message;
  return "The console failed here. Load the page again; what is saved stays.";
}

/** Names the way around a circle: `SPEC-1 → SPEC-2 → SPEC-1`. */
function pathOf({ details }: ApiError): string {
  const { cycle } = (details ?? {}) as { cycle?: unknown };
  const path = Array.isArray(cycle) ? cycle.map(String) : [];
  return path.length > 1 ? ` ${withPlanNames([...path, path[0]].join(" → "), readPlans())}.` : "";
}

interface Properties {
  error: unknown;
  retry?: () => void;
  /** The words of the button that tries again. */
  action?: string;
  busy?: boolean;
}

/** Shows an error: its sentence, with the request's id behind "Details", and a way to try again. */
export function Problem({ error, retry, action = "Try again", busy = false }: Properties) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  const about = requestId === null ? detailOf(error) : `Request ${requestId}`;
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-2 rounded-card border border-bad bg-bad-soft p-4"
    >
      <p className="max-w-[70ch] text-ink">{sentenceOf(error)}</p>
      {retry && (
        <Button onClick={retry} busy={busy}>
          {action}
        </Button>
      )}
      {about && (
        <details className="text-note text-ink-2">
          <summary className="cursor-pointer">Details</summary>
          <p className="mt-1 font-mono text-small break-all select-all">{about}</p>
        </details>
      )}
    </div>
  );
}

const detailOf = (error: unknown) =>
  error instanceof Error && !forPeople.includes(error.name) ? String(error) : null;
