import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { passkeyAdd, passkeyBegin, savePasskey } from "./add-passkey.ts";
import { addChallenge } from "./challenges.ts";
import {
  passkeyRemove,
  passkeyRename,
  passkeysList,
  removePasskeyCommand,
  renamePasskeyCommand,
} from "./passkeys.ts";
import { passkeySignIn, passkeySignInBegin, startWithPasskey } from "./sign-in.ts";

export const passkeys: Module<Context> = {
  name: "passkeys",
  console: [
    ...[passkeysList, passkeyBegin, passkeyAdd, passkeyRename, passkeyRemove],
    ...[passkeySignInBegin, passkeySignIn],
  ],
  commands: [addChallenge, savePasskey, renamePasskeyCommand, removePasskeyCommand, startWithPasskey],
  // Rows hold public keys only.
  tables: { passkeys: "kept", challenges: "left out" },
  events: ["passkey.added", "passkey.removed"],
};
