import type { Context } from "../../context.ts";

export const callbackOf = ({ publicUrl }: Pick<Context, "publicUrl">, connectorId: string): string =>
  `${publicUrl()}/connectors/${connectorId}/callback`;
