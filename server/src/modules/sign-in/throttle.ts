import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { createLimiter } from "../../dispatch/concurrency/rate-limiter.ts";

const seconds = 15 * 60;

/**
 * Limits failed sign-ins by address and account, by address, and by account. The last applies only to
 * addresses without earlier sign-ins, so that distributed guessing locks out no known address. Known browsers
 * count separately. Passkeys and reset links always work.
 */
function createThrottle() {
  const pairs = createLimiter("sign-in", 10, seconds);
  const senders = createLimiter("sign-in-address", 100, seconds);
  const accounts = createLimiter("sign-in-account", 50, seconds);
  const knownBrowsers = createLimiter("sign-in-browser", 10, seconds);
  const passkeySenders = createLimiter("sign-in-passkey", 100, seconds);

  return {
    /** Counts an attempt in advance; throws 429. Returns a function to undo it on success. */
    count(sender: string, email: string, isKnownThere: boolean): () => void {
      const pair = `${sender} ${email}`;
      senders.take(sender);
      pairs.take(pair);
      if (!isKnownThere) accounts.take(email);
      return () => {
        senders.giveBack(sender);
        pairs.giveBack(pair);
        if (!isKnownThere) accounts.giveBack(email);
      };
    },
    /** Counts an attempt from a known browser; throws 429. Returns a function to undo it. */
    countKnownBrowser(browserHash: string, email: string): () => void {
      const pair = `${browserHash} ${email}`;
      knownBrowsers.take(pair);
      return () => knownBrowsers.giveBack(pair);
    },
    /**
     * Counts a passkey attempt by browser or address, apart from passwords. Returns a function to undo it.
     */
    countPasskey(from: string): () => void {
      passkeySenders.take(from);
      return () => passkeySenders.giveBack(from);
    },
  };
}

export const throttleOf = perProcess(createThrottle);
