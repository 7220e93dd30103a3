import * as client from "openid-client";

/** Registers an app at a service, as apps do by themselves; the service is asked over plain HTTP. */
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

/** An app with these grant types runs on a device without a browser, too. */
export const forDevices = {
  grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
};
