import { getWorkspace, updateWorkspace } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/call.ts";
import { invalidate, read } from "../../../api/read.ts";
import { UserError } from "../../../base/user-error.ts";
import { AskingForm } from "../../../components/forms/asking-form.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { toast } from "../../../components/overlays/toast.tsx";

/** How many tokens the planning agent may take a day, set by owners. */
export function Ceilings({ isOwner }: { isOwner: boolean }) {
  const { data } = useQuery(read(getWorkspace, {}));
  if (!data) return null;
  const { agentTokensPerDay: all, agentTokensPerPersonPerDay: each } = data.workspace;
  if (!isOwner)
    return (
      <p className="mt-6 text-note text-ink-2">
        The agent may take {all.toLocaleString("en")} tokens a day here, and {each.toLocaleString("en")} for
        each person.
      </p>
    );
  const submit = async (values: Record<string, string>) => {
    const body = {
      agentTokensPerDay: tokensIn(values.agentTokensPerDay),
      agentTokensPerPersonPerDay: tokensIn(values.agentTokensPerPersonPerDay),
    };
    await call(updateWorkspace, { body });
    await invalidate(getWorkspace);
    toast("The ceilings are saved.");
  };
  return (
    <section aria-label="Ceilings" className="mt-6 max-w-md">
      <h3 className="mb-1 text-note font-[550]">Ceilings</h3>
      <AskingForm submit={submit} action="Save ceilings">
        <Field
          key={`all ${all}`}
          label="Tokens a day for everybody"
          name="agentTokensPerDay"
          inputMode="numeric"
          defaultValue={all.toLocaleString("en")}
          hint="Days are in UTC. Runs pause here; 0 switches the agent off."
        />
        <Field
          key={`each ${each}`}
          label="Tokens a day for each person"
          name="agentTokensPerPersonPerDay"
          inputMode="numeric"
          defaultValue={each.toLocaleString("en")}
        />
      </AskingForm>
    </section>
  );
}

function tokensIn(text = ""): number {
  const number = Number(text.replaceAll(",", ""));
  if (text.trim() === "" || Number.isNaN(number))
    throw new UserError("A ceiling must be a number, such as 1,000,000.");
  return number;
}
