import * as client from "openid-client";

export const registerApp = (
  url: string,
  app: { client_name: string; redirect_uris: string[]; grant_types?: string[] },
): Promise<client.Configuration> =>
  client.dynamicClientRegistration(
    new URL(url),
    { ...app, token_endpoint_auth_method: "none" },
    client.None(),
    { algorithm: "oauth2", execute: [client.allowInsecureRequests] },
  );

/** For an app that also runs on devices. */
export const forDevices = {
  grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
};
