import { z } from "zod";
import { scope } from "../common.ts";
import { text } from "../text.ts";
import { consoleEndpoint } from "./endpoint.ts";

/** The app as the consent page presents it. */
const app = {
  clientId: z.string(),
  clientName: z.string().describe("The name that the app gives itself. Anybody can choose any."),
  clientHost: z
    .string()
    .nullable()
    .describe("The host whose document names the app; null where nothing vouches for the name."),
  scope,
  workspaces: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe("The workspaces that the person may let the app into."),
};

const Consent = z.object({
  ...app,
  redirectHost: z.string().describe("The browser's next destination: a host, or a scheme such as `cursor:`."),
  localRedirect: z.boolean().describe("True where that is a program on this computer."),
});

const uid = z.strictObject({ uid: z.string() });

export const getConsent = consoleEndpoint({
  id: "console.consent",
  method: "GET",
  path: "/console/consent/{uid}",
  summary: "Read an app's request, in the browser that started it",
  needs: "session",
  params: uid,
  reply: z.object({ consent: Consent }),
  errors: ["not_found"],
});

/** `workspaceId` is required to allow. */
const decision = {
  allow: z.boolean(),
  workspaceId: z.string().optional(),
  scope: scope
    .optional()
    .describe("`read` lets an app that asks for `write` only read; none gets more than it asks for."),
};

export const decideConsent = consoleEndpoint({
  id: "console.decideConsent",
  method: "POST",
  path: "/console/consent/{uid}",
  summary: "Let an app in, or refuse it",
  needs: "session",
  params: uid,
  body: z.strictObject(decision),
  reply: z.object({ redirectTo: z.string().describe("The page's next address.") }),
  errors: ["not_found", "forbidden"],
});

const code = text(40).describe("The code that the device shows, in any case, with or without its dash.");

export const lookUpDevice = consoleEndpoint({
  id: "console.lookUpDevice",
  method: "POST",
  path: "/console/device",
  summary: "Read which app shows a code",
  needs: "session",
  body: z.strictObject({ code }),
  reply: z.object({ device: z.object(app) }),
  errors: ["not_found"],
});

export const decideDevice = consoleEndpoint({
  id: "console.decideDevice",
  method: "POST",
  path: "/console/device/decide",
  summary: "Let the app that shows a code in, or refuse it",
  needs: "session",
  body: z.strictObject({ code, ...decision }),
  reply: z.object({ allowed: z.boolean() }),
  errors: ["not_found"],
});
