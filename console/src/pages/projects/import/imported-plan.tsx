import { Link } from "@tanstack/react-router";
import type { PlanReport } from "../../../../../client/src/import/report.ts";
import { Handle } from "../../../components/handle.tsx";
import { planWords } from "./words.ts";

/** Lists the specs of a plan that existed before. */
export function ImportedPlan({ projectSlug, plan }: { projectSlug: string; plan: PlanReport }) {
  const { planShortId, name, outcome, specs } = plan.result;
  const written = specs.filter((spec) => spec.outcome === "created" || spec.outcome === "updated");
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        {planShortId === null ? (
          name
        ) : (
          <Link
            to="/projects/$projectSlug/plans/$planShortId"
            params={{ projectSlug, planShortId }}
            className="underline underline-offset-2"
          >
            <Handle>{planShortId}</Handle> {name}
          </Link>
        )}
        <span className="text-ink-2">{planWords(plan)}</span>
      </span>
      {outcome !== "created" && written.length > 0 && (
        <ul aria-label={`Specs of ${name}`} className="pl-4 text-ink-2">
          {written.map(({ externalRef, specShortId, title, changed }) => (
            <li key={externalRef}>
              {specShortId && <Handle>{specShortId}</Handle>} {title}: {changed.join(", ") || "new"}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
