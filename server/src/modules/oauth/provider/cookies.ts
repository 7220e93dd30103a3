import { createHmac, timingSafeEqual } from "node:crypto";
import { serviceKeys } from "../../../secrets/service-keys.ts";
import type { Context } from "../../context.ts";

/** Returns the signing keys of the library's cookies, equal in every process. */
export const cookieKeys = ({ keyring }: Pick<Context, "keyring">): string[] =>
  serviceKeys(keyring, "oauth cookies").map((key) => key.toString("base64url"));

/** Binds a prompt to its browser, so that a victim lured to another user's prompt can't answer it. */
export const consentCookie = {
  name: "groundplan_consent",
  pathOf: (uid: string) => `/console/consent/${uid}`,
  valueOf: (context: Pick<Context, "keyring">, uid: string) => signatures(context, uid)[0] ?? "",
  isOf: (context: Pick<Context, "keyring">, uid: string, value: string | undefined) =>
    value !== undefined && signatures(context, uid).some((one) => isEqual(one, value)),
};

const signatures = ({ keyring }: Pick<Context, "keyring">, uid: string) =>
  serviceKeys(keyring, "consent").map((key) => createHmac("sha256", key).update(uid).digest("base64url"));

const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
