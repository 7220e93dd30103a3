import { continueRun, getRun, listRuns, type Run } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Time } from "../../components/time.tsx";
import { limitsOf } from "./limits.ts";
import type { RunParams } from "./run-params.ts";
import { numberOf } from "./words.ts";

const labels = { tokens: "Tokens", minutes: "Minutes", steps: "Calls of the model", cost: "Cost" } as const;

/** What a paused run would take, and its continuation with higher limits. */
export function Paused({ params, run, isStarter }: { params: RunParams; run: Run; isStarter: boolean }) {
  const { limits, error } = run;
  const submit = async (values: Record<string, string>) => {
    await call(continueRun, { params, body: { limits: limitsOf(values) } });
    await invalidate(getRun, listRuns);
  };
  const names = (["tokens", "minutes", "steps", "cost"] as const).filter(
    (name) => limits[name] !== undefined,
  );
  return (
    <section aria-label="Continue the run" className="mb-6 max-w-2xl rounded-card border border-line p-4">
      {error?.until !== undefined && (
        <p className="mb-2 text-ink-2">
          The ceiling begins anew <Time at={error.until} />.
        </p>
      )}
      {isStarter ? (
        <Form action="Continue" submit={submit}>
          <fieldset className="grid gap-3 column:grid-cols-3">
            <legend className="mb-1 text-note font-[550]">It pauses at</legend>
            {names.map((name) => (
              <Field
                key={name}
                label={labels[name]}
                name={name}
                inputMode="decimal"
                defaultValue={numberOf(
                  error?.which === name && error.needed !== undefined
                    ? Math.max(error.needed, limits[name] ?? 0)
                    : (limits[name] ?? 0),
                )}
                hint={
                  error?.which === name && error.needed !== undefined
                    ? `The next call takes ${numberOf(error.needed)}.`
                    : undefined
                }
              />
            ))}
          </fieldset>
        </Form>
      ) : (
        <p className="text-note text-ink-2">Who started the run continues it.</p>
      )}
    </section>
  );
}
