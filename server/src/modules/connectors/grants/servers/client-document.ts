import type { Context } from "../../../context.ts";
import { callbackOf } from "../callback-address.ts";

type Place = Pick<Context, "publicUrl">;

/** Returns the address of the document about this service as a client, which is its client id. */
export const documentOf = ({ publicUrl }: Place, connectorId: string): string =>
  `${publicUrl()}/connectors/${connectorId}/client.json`;

/** Returns what this service says of itself as a client; it says the same of any connector, there or not. */
export const clientDocument = (place: Place, connectorId: string) => ({
  client_id: documentOf(place, connectorId),
  client_name: "Groundplan",
  client_uri: place.publicUrl(),
  redirect_uris: [callbackOf(place, connectorId)],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
});
