import { z } from "zod";
import { Deleted } from "../common.ts";
import { dateTime, name, text } from "../text.ts";
import { consoleEndpoint } from "./endpoint.ts";
import { Session } from "./session.ts";

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: dateTime(),
  lastUsedAt: dateTime().nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const params = z.strictObject({ passkeyId: z.string() });
const passkey = z.object({ passkey: Passkey });

/** Input of `PublicKeyCredential.parse…OptionsFromJSON`. */
const options = z.object({ options: z.record(z.string(), z.unknown()) });

/** Output of `PublicKeyCredential.toJSON()`. Fields that browsers add are ignored. */
const credential = {
  id: text(1400),
  rawId: text(1400),
  type: z.literal("public-key"),
};
const created = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text(8000),
    attestationObject: text(40_000),
    transports: z.array(text(20)).max(10).optional(),
  }),
});
const used = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text(8000),
    authenticatorData: text(8000),
    signature: text(8000),
    userHandle: text(200).nullish(),
  }),
});
export type CreatedPasskey = z.infer<typeof created>;
export type UsedPasskey = z.infer<typeof used>;

export const listPasskeys = consoleEndpoint({
  id: "console.listPasskeys",
  method: "GET",
  path: "/console/passkeys",
  summary: "List one's own passkeys",
  needs: "session",
  reply: z.object({ passkeys: z.array(Passkey) }),
});

export const beginPasskey = consoleEndpoint({
  id: "console.beginPasskey",
  method: "POST",
  path: "/console/passkeys/options",
  summary: "Begin to add a passkey",
  needs: "recent sign-in",
  reply: options,
});

export const addPasskey = consoleEndpoint({
  id: "console.addPasskey",
  method: "POST",
  path: "/console/passkeys",
  summary: "Add a passkey that the browser made",
  needs: "recent sign-in",
  body: z.strictObject({ name: name(100), response: created }),
  reply: passkey,
  status: 201,
});

export const renamePasskey = consoleEndpoint({
  id: "console.renamePasskey",
  method: "PATCH",
  path: "/console/passkeys/{passkeyId}",
  summary: "Rename one of one's own passkeys",
  needs: "session",
  params,
  body: z.strictObject({ name: name(100) }),
  reply: passkey,
});

export const removePasskey = consoleEndpoint({
  id: "console.removePasskey",
  method: "DELETE",
  path: "/console/passkeys/{passkeyId}",
  summary: "Remove one of one's own passkeys",
  needs: "recent sign-in",
  params,
  reply: Deleted,
});

export const beginPasskeySignIn = consoleEndpoint({
  id: "console.beginPasskeySignIn",
  method: "POST",
  path: "/console/sign-in/passkey/options",
  summary: "Begin to sign in with a passkey",
  needs: "nothing",
  reply: options,
});

export const signInWithPasskey = consoleEndpoint({
  id: "console.signInWithPasskey",
  method: "POST",
  path: "/console/sign-in/passkey",
  summary: "Sign in with a passkey, in the browser that began it",
  needs: "nothing",
  body: z.strictObject({ response: used }),
  reply: z.object({ session: Session }),
});
