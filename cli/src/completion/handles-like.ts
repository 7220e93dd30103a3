import { listAllPlans, listSpecs } from "@groundplan/contract";
import { printable } from "../output.ts";
import { connect } from "../service.ts";
import { readSettings } from "../settings.ts";

/** Milliseconds; a slow service completes nothing. */
const patience = 700;

/** Returns the handles that a typed word may become: plans, and after a slash a plan's specs. */
export async function handlesLike(typed: string, withSpecs: boolean): Promise<[string, string][]> {
  try {
    const settings = readSettings();
    const client = connect(settings, () => {});
    const how = { signal: AbortSignal.timeout(patience), timeout: patience };
    const [plan = "", spec] = typed.split("/");
    const { plans } = await client.call(
      listAllPlans,
      {
        query: { limit: "200", ...(settings.project === undefined ? {} : { projectSlug: settings.project }) },
      },
      how,
    );
    if (spec === undefined || !withSpecs) return plans.map(({ shortId, name }) => [shortId, printable(name)]);
    const found = plans.find(({ shortId }) => shortId === plan);
    if (!found) return [];
    const params = { projectSlug: found.projectSlug, planShortId: plan };
    const { specs } = await client.call(listSpecs, { params, query: { limit: "200" } }, how);
    return specs.map(({ shortId, title }) => [`${plan}/${shortId}`, printable(title)]);
  } catch {
    return []; // Completes quickly or not at all.
  }
}
