import { namesPlan, withPlanNames } from "../../parts/plan-names.ts";
import { usePlansEverywhere } from "../home/plans-everywhere.ts";

/** Shows a text with the names of the plans that it names by their handles. */
export function NamedPlans({ text }: { text: string }) {
  const plans = usePlansEverywhere(namesPlan(text));
  return withPlanNames(
    text,
    plans.map(({ plan }) => plan),
  );
}
