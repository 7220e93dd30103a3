import type { Context } from "../../context.ts";

/** Returns the address that a vendor sends people back to. */
export const callbackOf = ({ publicUrl }: Pick<Context, "publicUrl">, connectorId: string): string =>
  `${publicUrl()}/connectors/${connectorId}/callback`;
