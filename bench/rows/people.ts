import { hashSecret, newSecret } from "../../server/src/modules/identity/key-format.ts";
import { newLink } from "../../server/src/modules/sign-in/links.ts";
import { hashPassword } from "../../server/src/modules/sign-in/passwords/password.ts";
import { resetByLink } from "../../server/src/modules/sign-in/passwords/reset-password.ts";
import { resetUser } from "../../server/src/modules/sign-in/reset-user.ts";
import { newSession } from "../../server/src/modules/sign-in/sessions/session.ts";
import { addConsoleToken } from "../../server/src/modules/sign-in/sessions/token.ts";
import { waysOf } from "../../server/src/modules/sign-in/ways.ts";
import { ask, cpus, run } from "../children.ts";
import type { Load, Loaded } from "../load.ts";
import { inTurns, ratios } from "../measure.ts";
import { get } from "../requests.ts";
import type { Group } from "../row.ts";
import {
  type Data,
  databaseOf,
  freshData,
  plan,
  removeFolder,
  withDatabase,
  withService,
} from "../service.ts";

export const password = "a password to measure with";

export const people: Group = {
  name: "people",
  about:
    "`GET` of one plan over 32 connections with a console access token, against the same with a key, by CPU per request; then with a commit before each request, so that nothing is cached and the credential is looked up. Then the p99 of reads of one plan, one every 2 ms, while one client signs in continuously, against the same without.",
  async measure(effort) {
    const data = await freshData();
    try {
      const token = await tokenOf(data);
      const asked =
        (key: string, commitTo?: string) => (service: Parameters<typeof ask>[0], seconds: number) =>
          ask(
            service,
            {
              requests: [get(plan, key)],
              connections: 32,
              expect: 200,
              until: { seconds },
              ...(commitTo === undefined ? {} : { commitTo }),
            },
            cpus.asking,
          );
      const compare = (service: Parameters<typeof ask>[0], commitTo?: string) =>
        inTurns(effort, commitTo === undefined ? 1 : 0.6, {
          token: (seconds) => asked(token, commitTo)(service, seconds),
          key: (seconds) => asked(data.key, commitTo)(service, seconds),
        });
      const reads = await withService(
        data,
        async (service) => [await compare(service), await compare(service, databaseOf(data))] as const,
        { cpu: cpus.server },
      );
      const [cached, lookedUp] = reads.map(({ token, key }) => ratios(token, key, ({ cpu }) => cpu));
      const peaks = await withService(data, async (service) => {
        const load = { port: service.port, read: get(plan, data.key), write: "", writers: 0, reads: true };
        const reading = (seconds: number) => run<Loaded>("load.ts", { ...load, seconds } satisfies Load);
        return inTurns(effort, 2, {
          alone: reading,
          beside: async (seconds) => {
            const signIns = {
              requests: [signIn],
              connections: 1,
              expect: 200,
              until: { seconds: seconds + 1.5 },
            };
            const [figures] = await Promise.all([reading(seconds), ask(service, signIns)]);
            return figures;
          },
        });
      });
      const most = { goal: { most: 1.1 }, against: "the same with a key", unit: "×" } as const;
      return [
        { measure: "`GET` one plan with an access token, CPU per request", ...most, values: cached ?? [] },
        { measure: "… each after another process's commit", ...most, values: lookedUp ?? [] },
        {
          measure: "p99 of reads during continuous sign-ins",
          against: "without",
          goal: { most: 3 },
          unit: "×",
          values: ratios(peaks.beside, peaks.alone, ({ p99 }) => p99),
        },
        { measure: "… absolute", unit: "ms", values: peaks.beside.map(({ p99 }) => p99) },
      ];
    } finally {
      removeFolder(data.settings);
    }
  },
};

const body = (email: string) => JSON.stringify({ email, password });
const signInAs = (email: string) =>
  `POST /console/sign-in HTTP/1.1\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: ${body(email).length}\r\n\r\n${body(email)}`;
const signIn = signInAs("bench@acme.example");

export async function tokenOf({ settings, actor }: Data): Promise<string> {
  const token = newSecret("plan_at_");
  const link = hashSecret(newLink());
  const { session } = newSession({
    session: null,
    knownBrowser: undefined,
    sender: { address: "", userAgent: "" },
  });
  await withDatabase(settings, async ({ db, writer }) => {
    await writer.run(resetUser, { email: actor.email, secretHash: link });
    const hash = await hashPassword(password);
    const keep = (await waysOf(db, { oidc: null }, actor.userId)).map(({ id }) => id);
    const sessionId = await writer.run(resetByLink, { linkHash: link, hash, keep, session });
    await writer.run(addConsoleToken, {
      sessionId,
      userId: actor.userId,
      workspaceId: actor.workspaceId,
      secretHash: hashSecret(token),
      expiresAt: new Date(Date.now() + 3600_000).toISOString(),
    });
  });
  return token;
}
