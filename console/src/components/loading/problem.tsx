import { listPlans, type Plan } from "@groundplan/contract";
import { ApiError } from "../../../../client/src/errors.ts";
import { isAway } from "../../api/availability.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../button.tsx";
import { withPlanNames } from "./plan-names.ts";

/** The errors whose message may be shown to users. */
const forPeople = ["ApiError", "NotImportable", "UserError"];

/** Returns the service's message, or one for other failures. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.code === "dependency_cycle") return error.message + pathOf(error);
  if (isAway(error))
    return navigator.onLine
      ? "The service is not responding. Try again in a moment."
      : "You are offline. Try again when you are connected.";
  if (error instanceof Error && forPeople.includes(error.name)) return error.message;
  return "Something went wrong in the console. Reload the page; your saved work is safe.";
}

/** Formats a cycle: `SPEC-1 → SPEC-2 → SPEC-1`. */
function pathOf({ details }: ApiError): string {
  const { cycle } = (details ?? {}) as { cycle?: unknown };
  const path = Array.isArray(cycle) ? cycle.map(String) : [];
  return path.length > 1 ? ` ${withPlanNames([...path, path[0]].join(" → "), readPlans())}.` : "";
}

const readPlans = (): Plan[] =>
  queryClient.getQueriesData<Plan[]>({ queryKey: [listPlans.path] }).flatMap(([, data]) => data ?? []);

interface Properties {
  error: unknown;
  retry?: () => void;
  /** The label of the retry button. */
  action?: string;
  busy?: boolean;
}

/** Has the request id under "Details". */
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
