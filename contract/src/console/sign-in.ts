import { z } from "zod";
import { dateTime, email, name, password, text } from "../text.ts";
import { consoleEndpoint } from "./endpoint.ts";
import { Session } from "./session.ts";

const session = z.object({ session: Session });
/** The secret of a one-time link. */
const token = text(200);

/** A sign-in method or credential that outlives a session. */
export const Way = z.object({
  id: z.string(),
  kind: z.enum(["api_key", "passkey", "issuer"]),
  name: z.string(),
  workspace: z.string().nullable().describe("The name of the workspace that a key belongs to."),
  createdAt: dateTime(),
  lastUsedAt: dateTime().nullable(),
});
export type Way = z.infer<typeof Way>;

export const mayKeep = z
  .array(Way)
  .describe(
    "What ends when the password is set, unless the person keeps it. Sessions and apps end in any case.",
  );
export const keep = z.array(text(100)).max(1000).describe("The ids of what the person keeps of `mayKeep`.");

export const setUp = consoleEndpoint({
  id: "console.setUp",
  method: "POST",
  path: "/console/set-up",
  summary: "Make the first user and workspace with the printed link",
  needs: "nothing",
  body: z.strictObject({ token, name: name(), email: email(), password: password(), workspace: name() }),
  reply: session,
  status: 201,
});

export const signIn = consoleEndpoint({
  id: "console.signIn",
  method: "POST",
  path: "/console/sign-in",
  summary: "Sign in with an e-mail address and a password",
  needs: "nothing",
  // Any length: an impossible password is simply wrong.
  body: z.strictObject({ email: text(320), password: text(1000) }),
  reply: session,
});

export const signOut = consoleEndpoint({
  id: "console.signOut",
  method: "POST",
  path: "/console/sign-out",
  summary: "End this session, and pushes to its browser",
  needs: "nothing",
  body: z.strictObject({
    pushes: z
      .array(text(2000))
      .max(100)
      .optional()
      .describe("The endpoints at which the browser takes pushes."),
  }),
  bodyOptional: true,
  reply: z.object({ signedOut: z.literal(true) }),
});

export const mailReset = consoleEndpoint({
  id: "console.mailReset",
  method: "POST",
  path: "/console/reset/mail",
  summary: "Have a link mailed that sets a forgotten password",
  needs: "nothing",
  body: z.strictObject({ email: text(320) }),
  reply: z.object({
    sent: z
      .boolean()
      .describe("True whether or not the address has an account; false if the service sends no mail."),
  }),
});

export const lookUpLink = consoleEndpoint({
  id: "console.lookUpLink",
  method: "POST",
  path: "/console/reset/look",
  summary: "Read whose password a link sets",
  needs: "nothing",
  body: z.strictObject({ token }),
  reply: z.object({ email: z.string(), mayKeep }),
});

export const resetPassword = consoleEndpoint({
  id: "console.resetPassword",
  method: "POST",
  path: "/console/reset",
  summary: "Set a password with a one-time link, and sign in",
  needs: "nothing",
  body: z.strictObject({ token, password: password(), keep: keep.optional() }),
  reply: session,
});

export const mailProof = consoleEndpoint({
  id: "console.mailProof",
  method: "POST",
  path: "/console/proof",
  summary: "Get a link by mail that verifies one's own address and sets a password",
  needs: "session",
  reply: z.object({ sent: z.boolean().describe("False if the address is already verified.") }),
});

export const getProofMail = consoleEndpoint({
  id: "console.getProofMail",
  method: "GET",
  path: "/console/proof",
  summary: "Read the state of the last mail that verifies one's own address",
  needs: "session",
  reply: z.object({
    state: z.enum(["open", "failed", "sent"]).describe("`open` until it is sent or given up."),
    error: z.string().nullable().describe("Why the last attempt failed."),
  }),
});

export const setPassword = consoleEndpoint({
  id: "console.setPassword",
  method: "PUT",
  path: "/console/password",
  summary: "Set or change one's own password",
  needs: "recent sign-in",
  body: z.strictObject({ password: password() }),
  reply: session,
});
