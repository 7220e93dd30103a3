import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { dropArtifact, keepExchange, recordPoll, saveArtifact } from "./artifact-commands.ts";
import { addClient } from "./clients/clients.ts";
import { connectionGet, connectionRemove, connectionsList } from "./connection-endpoints.ts";
import { endConnection } from "./connections.ts";
import { consentDecide, consentRead, keepDecision, showQuestion } from "./consent.ts";
import { deviceDecide, deviceLookUp, keepDeviceDecision } from "./device.ts";
import { forgetAnswer, forgetAnswerJob } from "./refresh-answers.ts";
import { sweepOAuth, sweepOAuthJob } from "./sweep.ts";

export const oauth: Module<Context> = {
  name: "oauth",
  handlers: [connectionsList, connectionGet, connectionRemove],
  console: [consentRead, consentDecide, deviceLookUp, deviceDecide],
  commands: [
    ...[saveArtifact, keepExchange, dropArtifact, recordPoll],
    ...[addClient, forgetAnswer, endConnection, showQuestion, keepDecision, keepDeviceDecision, sweepOAuth],
  ],
  jobs: {
    "oauth.sweep": { run: sweepOAuthJob, attempts: 10, everySeconds: 3600 },
    "oauth.forgetAnswer": forgetAnswerJob,
  },
  // Only hashes are stored, so apps can refresh after a restore.
  tables: {
    oauth_clients: "kept",
    oauth_connections: "kept",
    oauth_artifacts: "kept",
    refresh_answers: "left out",
  },
  events: ["oauth_connection.created", "oauth_connection.revoked"],
};
