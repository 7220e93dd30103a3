import type { Claim } from "@groundplan/contract";
import type { Disclosure } from "../../dispatch/commands.ts";
import { credentialOf } from "../../events/credential.ts";
import { personOf } from "../../events/person.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { NamedClaim } from "./store.ts";

export const presentClaim = (row: NamedClaim): Claim => ({
  id: row.id,
  fence: row.fence,
  state: row.shown_state,
  projectSlug: row.project_slug,
  planShortId: planHandle(row.plan_number),
  specShortId: specHandle(row.spec_number),
  specId: row.spec_id,
  agent: row.agent,
  holder: personOf(row.user_id, row.holder_name),
  credential: credentialOf(row),
  note: row.note,
  until: row.until,
  createdAt: row.created_at,
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
});

export const disclosesClaim = ({ claim }: { claim: Claim }): Disclosure => ({ specIds: [claim.specId] });
