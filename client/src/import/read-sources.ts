import { type Format, NotImportable, type Notice, type Parsed, type Source } from "./format.ts";
import { mostBytes, sizeOf } from "./requests.ts";
import { withoutSecrets } from "./secret-files.ts";

/** A source that can't be imported, with the reason. */
export interface Refusal {
  reference: string;
  message: string;
  notices: readonly Notice[];
}

interface ReadHooks {
  check: (plans: Parsed["plans"]) => void;
  onRead: (source: Parsed) => void;
  onRefused: ((refusal: Refusal) => void) | null;
}

/** Reads sources one by one. Unimportable ones go to `onRefused`; if that is null, they throw. */
export async function* readSources<From extends Source, Options>(
  format: Format<From, Options>,
  sources: readonly From[],
  reading: Options,
  { check, onRead, onRefused }: ReadHooks,
): AsyncGenerator<Parsed> {
  for (const source of sources) {
    try {
      const parsed = withoutSecrets(await format.read(source, reading));
      requireFit(parsed);
      check(parsed.plans);
      onRead(parsed);
      yield parsed;
    } catch (error) {
      if (onRefused === null || !(error instanceof NotImportable)) throw error;
      onRefused({ reference: source.reference, message: error.message, notices: error.notices });
    }
  }
}

/** Throws `NotImportable` if a source's plans exceed any request. */
function requireFit({ plans: [own, ...under] }: Parsed): void {
  if (sizeOf([own, ...under]).bytes > mostBytes)
    throw new NotImportable(
      `${own.externalRef} is larger than a request may be (${mostBytes / 1024 / 1024} MiB): split it, then import again.`,
    );
}
