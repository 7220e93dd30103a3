import type { TrackerOAuth } from "../oauth.ts";

export const linearOAuth: TrackerOAuth = {
  endpoints: (base) => ({
    authorize: `${base ?? "https://linear.app"}/oauth/authorize`,
    token: `${base ?? "https://api.linear.app"}/oauth/token`,
    revoke: `${base ?? "https://api.linear.app"}/oauth/revoke`,
  }),
  scope: "read,write", // Linear separates scopes by commas.
  more: {},
  apiUrl: "https://api.linear.app",
  sites: null,
  revokeAccess: null,
};
