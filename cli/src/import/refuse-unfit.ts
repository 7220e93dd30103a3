import { importPlans } from "@groundplan/contract";
import { NotImportable, type Parsed } from "../../../client/src/import/format.ts";

/** Throws `NotImportable` for plans that the service would refuse, since the whole request would fail. */
export function refuseUnfit([own, ...under]: Parsed["plans"]): void {
  const checked = importPlans.body?.safeParse({ plans: [own, ...under] });
  const [issue] = checked?.error?.issues ?? [];
  if (!issue) return;
  const what = issue.path.slice(2).join("/");
  throw new NotImportable(`${own.externalRef} can't be imported: ${what} ${issue.message}.`);
}
