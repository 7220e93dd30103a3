import { createPlan, createProject, createSpecBatch, type Endpoint } from "@groundplan/contract";
import { kept } from "./data-sets.ts";
import { type Data, path, withDatabase, withPerson } from "./service.ts";
import { specText } from "./texts.ts";

const perBatch = 500;

/**
 * Returns a cached plan of `specs` specs of 2 KB, each depending on the previous one, the third also on the
 * first.
 */
export const chain = (specs: number): Promise<Data> =>
  kept(`chain-${specs}`, ["chain.ts", "texts.ts"], async (settings) => {
    const data = await withPerson(settings);
    await withDatabase(settings, async ({ writer }) => {
      const make = (endpoint: Endpoint, params: object, body: object) =>
        writer.write({ endpoint }, { actor: data.actor, input: { params, query: {}, body } });
      await make(createProject, {}, { name: "Web" });
      await make(createPlan, path, { name: "Sign in with a key" });
      for (let first = 1; first <= specs; first += perBatch) {
        const batch = Array.from({ length: perBatch }, (_, at) => specOf(first + at));
        await make(createSpecBatch, path, { specs: batch });
      }
    });
    return data;
  });

function specOf(number: number): object {
  const needsFirst = [...(number > 1 ? [`SPEC-${number - 1}`] : []), ...(number === 3 ? ["SPEC-1"] : [])];
  const content = specText(number);
  const effort = (number % 5) + 1;
  return { ref: `SPEC-${number}`, title: `Spec ${number}`, content, effort, needsFirst };
}
