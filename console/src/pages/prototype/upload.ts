import { getPrototype, listPrototypeShares, putPrototype } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { UserError } from "../../base/user-error.ts";
import type { Chosen } from "../../components/forms/dropped-files.ts";
import type { PlanParams } from "../../planning/params.ts";

const noEntry = "A prototype needs an index.html at the top level. Add one, or rename its first page.";

const isAboutEntry = ({ details }: { details?: unknown }) =>
  Array.isArray(details) && details.some(({ path }: { path?: unknown }) => String(path).endsWith("/entry"));

/** Replaces a plan's prototype; `onSent` receives progress from 0 to 1. */
export async function upload(
  params: PlanParams,
  chosen: readonly Chosen[],
  onSent: (share: number) => void,
): Promise<void> {
  const file = chosen.map((one) => new File([one.file], one.path, { type: one.file.type }));
  await call(putPrototype, { params, body: { file } }, { onSent }).catch((error) => {
    throw isAboutEntry(error) ? new UserError(noEntry, { cause: error }) : error;
  });
  await invalidate(getPrototype, listPrototypeShares);
}

const units = ["byte", "kilobyte", "megabyte"] as const;

/** Formats a size: "1.2 MB". */
export function sizeWords(bytes: number): string {
  const at = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const number = bytes / 1000 ** at;
  return new Intl.NumberFormat("en", {
    style: "unit",
    unit: units[at] ?? "byte",
    unitDisplay: at === 0 ? "long" : "short",
    maximumFractionDigits: number < 10 && at > 0 ? 1 : 0,
  }).format(number);
}
