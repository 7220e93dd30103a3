import type { AdapterPayload } from "oidc-provider";
import type { ArtifactModel } from "../../storage/tables/oauth.ts";
import { hashSecret } from "../identity/key-format.ts";
import type { ArtifactRow } from "./store.ts";

/** Returns what stands for an artifact's id in the database: the id of a code or token is the secret itself. */
export const idHash = (model: ArtifactModel, id: string) => hashSecret(`${model} ${id}`);

/** Returns what stands for the code that a device shows, which people may type in any case and with any dashes. */
export const userCodeHash = (code: string) =>
  hashSecret(`user code ${code.toUpperCase().replace(/[^0-9A-Z]/g, "")}`);

/** The fields that are the secret, follow from it or from the address, or have a column of their own. */
const leftOut = ["jti", "userCode", "returnTo", "consumed"];

/** Returns the library's fields as they are kept. What a person has to decide also keeps what its app is called. */
export function packed(payload: AdapterPayload, clientName?: string): string {
  const kept = Object.entries(payload).filter(([name]) => !leftOut.includes(name));
  const resource = payload.resource === undefined ? {} : { resource: true };
  return JSON.stringify({ ...Object.fromEntries(kept), ...resource, clientName });
}

/** The fields of a question to a person, be it an app's or a device's. */
export interface Question extends Pick<AdapterPayload, "result"> {
  clientName: string;
  clientId?: string;
  params: { client_id?: string; redirect_uri?: string; scope?: string };
}

export const questionOf = ({ payload }: ArtifactRow) => JSON.parse(payload) as Question;

/** Returns the library's fields again. `base` is the public address, which is the one resource. */
export function unpacked(row: ArtifactRow, id: string, base: string): AdapterPayload {
  const payload = JSON.parse(row.payload) as AdapterPayload & { resource?: unknown };
  return {
    ...payload,
    jti: id,
    ...(payload.resource === undefined ? {} : { resource: base }),
    ...(row.model === "Interaction" ? { returnTo: `${base}/oauth/authorize/${id}` } : {}),
    // A used refresh token looks unused to the library: `keepExchange` tells a repetition from a replay.
    ...(row.consumed_at === null || row.model === "RefreshToken"
      ? {}
      : { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) }),
  };
}
