import { createHmac, timingSafeEqual } from "node:crypto";
import { objectIn } from "./answer.ts";

const leewaySeconds = 60;

/** Verifies an unexpired HS256 JSON Web Token (RFC 7519). */
export function isToken(token: string, secret: string, now: Date): boolean {
  const [head = "", claims = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || part(head).alg !== "HS256") return false;
  const own = createHmac("sha256", secret).update(`${head}.${claims}`).digest();
  const sent = Buffer.from(signature, "base64url");
  if (sent.length !== own.length || !timingSafeEqual(sent, own)) return false;
  const { exp = Number.POSITIVE_INFINITY, nbf = 0 } = part(claims);
  const seconds = now.getTime() / 1000;
  return Number(exp) > seconds - leewaySeconds && Number(nbf) < seconds + leewaySeconds;
}

const part = (text: string) => objectIn(Buffer.from(text, "base64url").toString()) ?? {};
