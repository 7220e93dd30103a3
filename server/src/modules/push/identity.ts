import type { DataKey } from "../../secrets/data-key.ts";
import { sign } from "../../secrets/sign.ts";

export interface Identified {
  workspaceId: string;
  connectionId: string;
  target: string;
  kind: string;
  entityId: string;
}

/**
 * Names a plan or spec inside its issue, so that a push which never heard back finds what it made. Signed: who
 * writes text here can't make a line that passes for another spec's.
 */
export function identityOf(dataKey: DataKey, of: Identified): string {
  const meaning = JSON.stringify([of.workspaceId, of.connectionId, of.target, of.kind, of.entityId]);
  // Hexadecimal, since two hyphens may end an HTML comment.
  const signature = Buffer.from(sign(dataKey, "push marker", meaning), "base64url").toString("hex");
  return `${of.kind}=${of.entityId} connection=${of.connectionId} signature=${signature}`;
}
