import { z } from "zod";
import { Deleted, role } from "../common.ts";
import { dateTime, name } from "../text.ts";
import { consoleEndpoint } from "./endpoint.ts";

/** A browser session and its user. */
export const Session = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), hasPassword: z.boolean() }),
  workspaces: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string(), role })),
  workspaceId: z.string().nullable().describe("The workspace that the console shows; null if there is none."),
  signedInAt: dateTime(),
  expiresAt: dateTime(),
});
export type Session = z.infer<typeof Session>;

const session = { session: Session };

export const getSession = consoleEndpoint({
  id: "console.session",
  method: "GET",
  path: "/console/session",
  summary: "Read the signed-in user and the available sign-in methods",
  needs: "nothing",
  reply: z.object({
    needsSetUp: z.boolean().describe("True while there is no user."),
    issuer: z
      .object({ label: z.string() })
      .nullable()
      .describe("The OpenID Connect issuer that the operator set."),
    sendsMail: z.boolean().describe("True if a link that sets a forgotten password can be mailed."),
    session: Session.nullable(),
  }),
});

export const createConsoleToken = consoleEndpoint({
  id: "console.createToken",
  method: "POST",
  path: "/console/token",
  summary: "Get a short-lived access token for a workspace",
  needs: "session",
  body: z.strictObject({ workspaceId: z.string().optional() }),
  reply: z.object({
    token: z.string(),
    workspaceId: z.string(),
    expiresAt: dateTime(),
    now: dateTime(),
    lastEvent: z
      .int()
      .describe("The number of the workspace's last event: reads with the token are from then or newer."),
  }),
  status: 201,
});

export const switchWorkspace = consoleEndpoint({
  id: "console.switchWorkspace",
  method: "POST",
  path: "/console/workspace",
  summary: "Make another workspace the current one",
  needs: "session",
  body: z.strictObject({ workspaceId: z.string() }),
  reply: z.object(session),
});

export const updateProfile = consoleEndpoint({
  id: "console.updateProfile",
  method: "PATCH",
  path: "/console/profile",
  summary: "Change one's own name",
  needs: "session",
  body: z.strictObject({ name: name() }),
  reply: z.object(session),
});

export const listSessions = consoleEndpoint({
  id: "console.listSessions",
  method: "GET",
  path: "/console/sessions",
  summary: "List one's own sessions, newest first",
  needs: "session",
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        userAgent: z.string().describe("The browser's name of itself."),
        address: z.string().describe("The network address of the sign-in."),
        createdAt: dateTime(),
        lastUsedAt: dateTime(),
      }),
    ),
  }),
});

export const endSession = consoleEndpoint({
  id: "console.endSession",
  method: "DELETE",
  path: "/console/sessions/{sessionId}",
  summary: "End one of one's own sessions",
  needs: "session",
  params: z.strictObject({ sessionId: z.string() }),
  reply: Deleted,
});

export const endOtherSessions = consoleEndpoint({
  id: "console.endOtherSessions",
  method: "DELETE",
  path: "/console/sessions",
  summary: "End all of one's own sessions but this one",
  needs: "session",
  reply: z.object({ ended: z.int() }),
});
