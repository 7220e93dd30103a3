/** The part of the browser's interface for trusted types that is used here. TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Only files of the console's own build become scripts of workers. */
const workerFiles = /^\/assets\/[\w.-]+\.worker-[\w-]+\.js$/;

const policy = trustedTypes?.createPolicy("groundplan-worker", {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, location.href);
    if (origin !== location.origin || !workerFiles.test(pathname))
      throw new TypeError(`${url} is no worker.`);
    return url;
  },
});

/** Starts one of the console's workers, by the address that the build gave it. */
export const startWorker = (url: string): Worker =>
  new Worker(policy ? policy.createScriptURL(url) : url, { type: "module" });
