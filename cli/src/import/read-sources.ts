import { importPlans } from "@groundplan/contract";
import { type Format, NotImportable, type Notice, type Parsed } from "./format.ts";
import { mostBytes, sizeOf } from "./requests.ts";

/** A source that can't be imported, with the reason. */
export interface Refusal {
  reference: string;
  message: string;
  notices: readonly Notice[];
}

/**
 * Reads sources one by one. One that can't be imported is given to `onRefused` and left out; where that is null, it ends
 * everything.
 */
export async function* readSources<Source, Options>(
  format: Format<Source, Options>,
  sources: readonly Source[],
  reading: Options,
  onRead: (source: Parsed) => void,
  onRefused: ((refusal: Refusal) => void) | null,
): AsyncGenerator<Parsed> {
  for (const source of sources) {
    try {
      const parsed = await format.read(source, reading);
      requireFit(parsed);
      onRead(parsed);
      yield parsed;
    } catch (error) {
      if (onRefused === null || !(error instanceof NotImportable)) throw error;
      onRefused({ reference: format.referenceOf(source), message: error.message, notices: error.notices });
    }
  }
}

/** Throws `NotImportable` where the service would refuse the plans of a source: all of a request would be lost. */
function requireFit({ plans: [own, ...under] }: Parsed): void {
  if (sizeOf([own, ...under]).bytes > mostBytes)
    throw new NotImportable(
      `${own.externalRef} is larger than a request may be (${mostBytes / 1024 / 1024} MiB): split it, then import again.`,
    );
  const checked = importPlans.body?.safeParse({ plans: [own, ...under] });
  const [issue] = checked?.error?.issues ?? [];
  if (issue) {
    const what = issue.path.slice(2).join("/");
    throw new NotImportable(`${own.externalRef} can't be imported: ${what} ${issue.message}.`);
  }
}
