import { createLimiter } from "../../dispatch/limiter.ts";
import { perProcess } from "../../dispatch/per-process.ts";

const seconds = 15 * 60;

/**
 * Counts sign-ins that fail, so that passwords can't be guessed: by address and account together, by address, and by
 * account. The last one counts for addresses only from which the person has not signed in before: whoever guesses from many
 * addresses locks out nobody who is known at theirs. A browser in which the person has signed in before counts by itself,
 * so that whoever guesses from the person's own address doesn't lock it out, either. Passkeys and reset links always work.
 */
function createThrottle() {
  const pairs = createLimiter("sign-in", 10, seconds);
  const senders = createLimiter("sign-in-address", 100, seconds);
  const accounts = createLimiter("sign-in-account", 50, seconds);
  const knownBrowsers = createLimiter("sign-in-browser", 10, seconds);
  const passkeySenders = createLimiter("sign-in-passkey", 100, seconds);

  return {
    /** Counts a try before it is checked; throws 429. Returns what takes it back once it succeeded. */
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
    /** Counts a try in a browser in which the person has signed in before; throws 429. Returns what takes it back. */
    countKnownBrowser(browserHash: string, email: string): () => void {
      const pair = `${browserHash} ${email}`;
      knownBrowsers.take(pair);
      return () => knownBrowsers.giveBack(pair);
    },
    /** Counts a try with a passkey by its browser or address alone, apart from passwords. Returns what takes it back. */
    countPasskey(from: string): () => void {
      passkeySenders.take(from);
      return () => passkeySenders.giveBack(from);
    },
  };
}

/** Returns the throttle of a process. */
export const throttleOf = perProcess(createThrottle);
