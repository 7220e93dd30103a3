import { continueRun, getRun, listRuns, type Run } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { mostRunLimits } from "../../../../contract/src/agent/usual-run-limits.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Time } from "../../components/time.tsx";
import { useIsOwner } from "../../session/workspace.ts";
import { limitsOf } from "./limits.ts";
import type { RunParams } from "./run-params.ts";
import { numberOf } from "./words.ts";

const labels = { tokens: "Tokens", minutes: "Minutes", steps: "Calls of the model", cost: "Cost" } as const;

/** What a paused run would take, and its continuation with higher limits. */
export function Paused({ params, run, isStarter }: { params: RunParams; run: Run; isStarter: boolean }) {
  const { limits, error } = run;
  const isOwner = useIsOwner();
  const isCeiling = error?.code === "ceiling";
  const submit = async (values: Record<string, string>) => {
    await call(continueRun, { params, body: { limits: limitsOf(values) } });
    await invalidate(getRun, listRuns);
  };
  const names = (["tokens", "minutes", "steps", "cost"] as const).filter(
    (name) => limits[name] !== undefined && !isCeiling,
  );
  return (
    <section aria-label="Continue the run" className="mb-6 max-w-2xl rounded-card border border-line p-4">
      {error?.until !== undefined && !error.neverFits && (
        <p className="mb-2 text-ink-2">
          The ceiling begins anew: <Time at={error.until} />
        </p>
      )}
      {isCeiling && isOwner && error.which !== "operator" && (
        <p className="mb-2">
          <Link to="/settings/workspace" className="text-accent underline underline-offset-2">
            The ceilings, under Models
          </Link>
        </p>
      )}
      {isStarter ? (
        <Form action="Continue" submit={submit}>
          {names.length > 0 && (
            <fieldset className="grid gap-3 column:grid-cols-3">
              <legend className="mb-1 text-note font-[550]">It pauses at</legend>
              {names.map((name) => (
                <Limit key={name} name={name} limit={limits[name] ?? 0} error={error} />
              ))}
            </fieldset>
          )}
        </Form>
      ) : (
        <p className="text-note text-ink-2">Who started the run continues it.</p>
      )}
    </section>
  );
}

type Name = keyof typeof labels;

/** A limit; the one that was reached is offered doubled, so that it doesn't pause the next call, too. */
function Limit({ name, limit, error }: { name: Name; limit: number; error: Run["error"] }) {
  const needed = error?.which === name ? error.needed : undefined;
  const offered = needed === undefined ? limit : Math.min(mostRunLimits[name], Math.max(needed, 2 * limit));
  return (
    <Field
      label={labels[name]}
      name={name}
      inputMode="decimal"
      defaultValue={numberOf(offered)}
      hint={needed === undefined ? undefined : `The run needs ${numberOf(needed)} with the next call.`}
    />
  );
}
