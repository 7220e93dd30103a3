import type { getWorkspace, Reply } from "@groundplan/contract";

function bytesInWords(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)), units.length - 1);
  const amount = bytes / 1024 ** power;
  return `${amount.toLocaleString("en", { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${units[power]}`;
}

export function storageWords({ usedBytes, quotaBytes }: Reply<typeof getWorkspace>["storage"]): string {
  const used = bytesInWords(usedBytes);
  return quotaBytes === null ? `${used} used, no limit` : `${used} of ${bytesInWords(quotaBytes)}`;
}
