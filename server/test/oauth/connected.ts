import { decideDevice, type Scope } from "@groundplan/contract";
import { newId } from "../../src/ids.ts";
import { hashSecret, newSecret } from "../../src/modules/identity/key-format.ts";
import { keepExchange, saveArtifact } from "../../src/modules/oauth/artifact-commands.ts";
import { idHash, userCodeHash } from "../../src/modules/oauth/artifacts.ts";
import { signedInBrowser } from "../browser.ts";
import { Person, type World } from "../world.ts";

export interface Connected {
  connectionId: string;
  app: Person;
}

/** Authorizes an app by a device code, with a token created like the library's. */
export async function connectApp(
  world: World,
  person: Person,
  scope: Scope = "write",
  clientId = "tester",
): Promise<Connected> {
  const code = newId();
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const asked = { clientId, clientName: "Tester", params: { scope } };
  await world.command(saveArtifact, {
    connection: null,
    row: {
      id_hash: idHash("DeviceCode", code),
      model: "DeviceCode",
      user_code_hash: userCodeHash(code),
      payload: JSON.stringify(asked),
      expires_at: expiresAt,
    },
  });
  const { browser, session } = await signedInBrowser(world, person);
  const { workspaceId } = session;
  if (workspaceId === null) throw new Error(`${person.email} is a member of no workspace`);
  await browser.call(decideDevice, { body: { code, allow: true, workspaceId } });
  const kept = await world.context.db
    .selectFrom("oauth_artifacts")
    .select("connection_id")
    .where("id_hash", "=", idHash("DeviceCode", code))
    .executeTakeFirstOrThrow();
  const connectionId = kept.connection_id ?? "";
  const token = newSecret("plan_at_");
  await world.command(keepExchange, {
    connection: { workspaceId, id: connectionId, userId: person.userId },
    used: null,
    sealedAnswer: null,
    artifacts: [],
    accessTokens: [{ secretHash: hashSecret(token), scope, expiresAt }],
  });
  return { connectionId, app: new Person(world, person.userId, person.email, token) };
}
