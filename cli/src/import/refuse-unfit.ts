import { importPlans } from "@groundplan/contract";
import { NotImportable, type Parsed } from "../../../client/src/import/format.ts";

/** Throws `NotImportable` where the service would refuse the plans of a source: all of a request would be lost. */
export function refuseUnfit([own, ...under]: Parsed["plans"]): void {
  const checked = importPlans.body?.safeParse({ plans: [own, ...under] });
  const [issue] = checked?.error?.issues ?? [];
  if (!issue) return;
  const what = issue.path.slice(2).join("/");
  throw new NotImportable(`${own.externalRef} can't be imported: ${what} ${issue.message}.`);
}
