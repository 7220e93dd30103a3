import { type Provider, provider as providers } from "@groundplan/contract";

/** Names of trackers, accepted besides the ids of the API. */
export const trackers: Readonly<Record<string, Provider>> = {
  ...providers.enum,
  ...Object.fromEntries(providers.options.map((provider) => [provider, provider])),
};

/** Returns the name of a tracker, such as `github`. */
export const trackerName = (provider: Provider): string =>
  Object.entries(providers.enum).find(([, id]) => id === provider)?.[0] ?? provider;
