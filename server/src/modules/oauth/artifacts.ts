import type { AdapterPayload } from "oidc-provider";
import type { ArtifactModel } from "../../storage/tables/oauth.ts";
import { hashSecret } from "../identity/key-format.ts";
import type { ArtifactRow } from "./store.ts";

/** Hashes an artifact's id, since codes and tokens are secrets. */
export const idHash = (model: ArtifactModel, id: string) => hashSecret(`${model} ${id}`);

/** Hashes a device's user code, ignoring case and dashes. */
export const userCodeHash = (code: string) =>
  hashSecret(`user code ${code.toUpperCase().replace(/[^0-9A-Z]/g, "")}`);

/** Fields that are secret, derivable, or stored in columns. */
const leftOut = ["jti", "userCode", "returnTo", "consumed"];

/** Serializes the library's fields; decisions also store their app's name. */
export function packed(payload: AdapterPayload, clientName?: string): string {
  const kept = Object.entries(payload).filter(([name]) => !leftOut.includes(name));
  const resource = payload.resource === undefined ? {} : { resource: true };
  return JSON.stringify({ ...Object.fromEntries(kept), ...resource, clientName });
}

/** A consent prompt of an app or device. */
export interface Question extends Pick<AdapterPayload, "result"> {
  clientName: string;
  clientId?: string;
  params: { client_id?: string; redirect_uri?: string; scope?: string };
}

export const questionOf = ({ payload }: ArtifactRow) => JSON.parse(payload) as Question;

/** Restores the library's fields. `base` is the public address, the only resource. */
export function unpacked(row: ArtifactRow, id: string, base: string): AdapterPayload {
  const payload = JSON.parse(row.payload) as AdapterPayload & { resource?: unknown };
  return {
    ...payload,
    jti: id,
    ...(payload.resource === undefined ? {} : { resource: base }),
    ...(row.model === "Interaction" ? { returnTo: `${base}/oauth/authorize/${id}` } : {}),
    // A spent refresh token looks unspent to the library: `keepExchange` distinguishes repetition from
    // replay.
    ...(row.consumed_at === null || row.model === "RefreshToken"
      ? {}
      : { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) }),
  };
}
