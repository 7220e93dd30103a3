import type { Client } from "../../client/src/index.ts";
import {
  type BatchSpec,
  createDependency,
  createPlan,
  createProject,
  createSpecBatch,
  putShare,
  type Request,
} from "../../contract/src/index.ts";

const projectSlug = "web";

export async function makePlans(client: Client, secondPerson: string): Promise<void> {
  await client.call(createProject, { body: { name: "Web", slug: projectSlug } });

  const shop = await makePlan(client, { name: "Shop" }, [
    spec("catalog", "Catalog", ["WHEN a visitor opens the shop THEN all products are listed"]),
    spec("cart", "Cart", ["WHEN a product is added THEN the cart shows it", "The sum is always current"], {
      needsFirst: ["catalog"],
      effort: 3,
    }),
    spec("search", "Search", ["WHEN nothing is found THEN the page says so"], {
      needsFirst: ["catalog"],
      readiness: 2,
    }),
  ]);
  const parentPlanId = shop.params.planShortId;
  const paying = await makePlan(client, { name: "Paying", parentPlanId }, [
    spec("card", "Paying by card", ["WHEN the bank refuses THEN the order stays open"], { readiness: 5 }),
  ]);
  const body = { fromSpecId: paying.idOf("Paying by card"), toSpecId: shop.idOf("Cart") };
  await client.call(createDependency, { params: paying.params, body });

  const next = await makePlan(client, { name: "Next year", visibility: "PRIVATE" }, [
    spec("abroad", "Selling abroad", ["Prices are shown in the visitor's currency"]),
  ]);
  const params = { ...next.params, userId: secondPerson };
  await client.call(putShare, { params, body: { capability: "EDIT" } });
}

function spec(ref: string, title: string, criteria: string[], more: Partial<BatchSpec> = {}): BatchSpec {
  const list = criteria.map((text, index) => `${index + 1}. ${text}`).join("\n");
  return { ref, title, content: `## Acceptance criteria\n\n${list}\n`, ...more };
}

async function makePlan(client: Client, body: Request<typeof createPlan>["body"], specs: BatchSpec[]) {
  const { plan } = await client.call(createPlan, { params: { projectSlug }, body });
  const params = { projectSlug, planShortId: plan.shortId };
  const made = await client.call(createSpecBatch, { params, body: { specs } });
  const idOf = (title: string) => made.specs.find((one) => one.title === title)?.id ?? title;
  return { params, idOf };
}
