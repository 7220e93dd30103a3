import type { Context } from "../../../context.ts";
import { callbackOf } from "../callback-address.ts";

type Place = Pick<Context, "publicUrl">;

/** Returns a URL that is also the client id. */
export const documentOf = ({ publicUrl }: Place, connectorId: string): string =>
  `${publicUrl()}/connectors/${connectorId}/client.json`;

/** Returns the same for every connector, existing or not. */
export const clientDocument = (place: Place, connectorId: string) => ({
  client_id: documentOf(place, connectorId),
  client_name: "Groundplan",
  client_uri: place.publicUrl(),
  redirect_uris: [callbackOf(place, connectorId)],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
});
