/** The Trusted Types used here; TypeScript lacks them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Only the build's own worker files may run. */
const workerFiles = /^(\/assets\/[\w.-]+\.worker-[\w-]+\.js|\/push\.js)$/;

const policy = trustedTypes?.createPolicy("groundplan-worker", {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, location.href);
    if (origin !== location.origin || !workerFiles.test(pathname))
      throw new TypeError(`${url} is no worker.`);
    return url;
  },
});

/** Allows the address of a worker of ours; throws for any other. */
export const trusted = (url: string): string => (policy ? policy.createScriptURL(url) : url);

export const startWorker = (url: string): Worker => new Worker(trusted(url), { type: "module" });
