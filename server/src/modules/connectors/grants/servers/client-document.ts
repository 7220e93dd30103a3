import type { Context } from "../../../context.ts";
import { callbackOf } from "../callback-address.ts";

type PublicUrl = Pick<Context, "publicUrl">;

/** Returns a URL that is also the client id. */
export const documentOf = ({ publicUrl }: PublicUrl, connectorId: string): string =>
  `${publicUrl()}/connectors/${connectorId}/client.json`;

/** Returns the same for every connector, existing or not. */
export const clientDocument = (service: PublicUrl, connectorId: string) => ({
  client_id: documentOf(service, connectorId),
  client_name: "Groundplan",
  client_uri: service.publicUrl(),
  redirect_uris: [callbackOf(service, connectorId)],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
});
