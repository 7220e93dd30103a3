import {
  createComment,
  createSuggestion,
  createThread,
  resolveDocument,
  resolveThread,
} from "@groundplan/contract";
import type { Cast, Made } from "./cast.ts";
import { measured, vague } from "./suggested.ts";

/** Adds conversations about a plan's specs: anchored threads, a reply with a mention, and a suggestion. */
export async function talk(clients: Cast["clients"], ids: Cast["ids"], plan: Made): Promise<void> {
  const { mira, jonas, aiko, sam } = clients;
  const payment = { documentId: plan.specId("payment") };
  const { thread } = await jonas.call(createThread, {
    params: payment,
    body: {
      body: "The provider keeps a payment open for 15 minutes. Is 20 seconds not too early to give up?",
      anchor: { exact: "within 20 seconds" },
    },
  });
  await mira.call(createComment, {
    params: { ...payment, threadId: thread.id },
    body: {
      body: `We don't give up, the page only stops waiting. [@Jonas Weber](user:${ids.jonas}) does the job ask again after that?`,
    },
  });
  const { thread: small } = await aiko.call(createThread, {
    params: { documentId: plan.specId("address") },
    body: {
      body: "Do we ask for a phone number? The parcel service wants one.",
      anchor: { exact: "Name, e-mail and delivery address" },
    },
  });
  await mira.call(resolveThread, { params: { documentId: small.documentId, threadId: small.id } });
  await sam.call(createThread, {
    params: { documentId: plan.specId("mail") },
    body: { body: "Support would like to have the telephone number of the shop in this e-mail." },
  });

  const target = `plan-item:${plan.specId("measure")}`;
  const { document, sourceText } = await aiko.call(resolveDocument, { query: { target } });
  const start = sourceText.indexOf(vague);
  await aiko.call(createSuggestion, {
    params: { documentId: document.id },
    body: {
      baseRevision: document.revision,
      hunks: [{ start, end: start + vague.length, replacement: measured }],
      message: "Criteria that we can test, in place of the dashboard",
    },
  });
}
