/**
 * The closed list of errors (contract section 7, decisions section 1), printed as `docs/errors.md`. `fix`
 * tells the caller what to do.
 */
export const errors = {
  invalid_request: {
    status: 400,
    when: "A field, parameter or header has the wrong shape; `details` lists `{path, message}`.",
    fix: "Correct what `details` names.",
  },
  invalid_json: {
    status: 400,
    when: "The body is not valid JSON in UTF-8, or is nested too deeply.",
    fix: "Send one JSON object.",
  },
  invalid_return_to: {
    status: 400,
    when: "`returnTo` is not a local path of the console.",
    fix: "Send a path that starts with one `/`.",
  },
  unauthorized: {
    status: 401,
    when: "The credential is missing, unknown, expired or revoked.",
    fix: "Send `Authorization: Bearer <credential>` with a valid one.",
  },
  insufficient_scope: {
    status: 403,
    when: "A `read` credential attempted a write.",
    fix: "Use a credential with the `write` scope.",
  },
  forbidden: {
    status: 403,
    when: "The caller can read this but may not change it.",
    fix: "Ask an owner for permission.",
  },
  recent_sign_in_required: {
    status: 403,
    when: "The console's session began more than 15 minutes ago, and this action requires a recent sign-in.",
    fix: "Sign in again, then repeat.",
  },
  address_not_proven: {
    status: 403,
    when: "The invite is to another workspace, and the account's address is not verified yet.",
    fix: "Open the link mailed to that address, or ask the operator for `groundplan admin user reset`.",
  },
  tool_disabled: {
    status: 403,
    when: "The tool or its connector is switched off; the message says where.",
    fix: "Ask an owner, or a member for the project, to switch it on.",
  },
  not_found: {
    status: 404,
    when: "It does not exist, or the caller can't read it.",
    fix: "Check the address and the handle.",
  },
  method_not_allowed: {
    status: 405,
    when: "The path exists, but not with this method; `Allow` lists the methods.",
    fix: "Use a method of `Allow`.",
  },
  plan_archived: {
    status: 409,
    when: "The plan is archived; every write but restore is refused.",
    fix: "Restore the plan first.",
  },
  plan_template: {
    status: 409,
    when: "The plan is a template, whose specs are neither claimed nor pushed.",
    fix: "Duplicate the template, and work on the copy.",
  },
  dependency_cycle: {
    status: 409,
    when: "The change would close a cycle of dependencies; `details.cycle` names it.",
    fix: "Remove one dependency of the cycle first.",
  },
  last_owner: {
    status: 409,
    when: "The workspace would be left without an owner.",
    fix: "Make someone else an owner first.",
  },
  last_way_in: {
    status: 409,
    when: "The user would be left without a sign-in method.",
    fix: "Set a password or add a passkey first.",
  },
  owns_plans: {
    status: 409,
    when: "The member still owns plans.",
    fix: "Name a new owner with `transferPlansTo`.",
  },
  already_member: {
    status: 409,
    when: "The address already belongs to a member.",
    fix: "Nothing to do.",
  },
  too_many_invites: {
    status: 409,
    when: "The workspace has the maximum number of open invites.",
    fix: "Revoke unneeded invites, and continue tomorrow.",
  },
  too_many_shares: {
    status: 409,
    when: "The plan or spec has the maximum number of public links.",
    fix: "Revoke unneeded links.",
  },
  links_off: {
    status: 409,
    when: "Read links are switched off in the workspace.",
    fix: "Ask an owner of the workspace to allow them.",
  },
  too_many_webhooks: {
    status: 409,
    when: "The caller or the workspace has the maximum number of webhooks.",
    fix: "Delete unneeded webhooks.",
  },
  too_many_mcp_servers: {
    status: 409,
    when: "The workspace has the maximum number of MCP servers.",
    fix: "Delete unneeded servers.",
  },
  name_taken: {
    status: 409,
    when: "Another one has this name, in whatever case.",
    fix: "Choose another name.",
  },
  too_many_labels: {
    status: 409,
    when: "The workspace has the maximum number of labels.",
    fix: "Delete unneeded labels.",
  },
  too_many_views: {
    status: 409,
    when: "The caller or the workspace has the maximum number of views.",
    fix: "Delete unneeded views.",
  },
  too_many_models: {
    status: 409,
    when: "The caller or the workspace has the maximum number of models.",
    fix: "Delete unneeded models.",
  },
  no_model: {
    status: 409,
    when: "The planning agent has no usable model here.",
    fix: "Add a model with `POST /v1/models`, or ask the operator for one.",
  },
  too_many_runs: {
    status: 409,
    when: "A run of the caller works on this plan already, or four work in the workspace.",
    fix: "Wait until it ends, or stop it.",
  },
  not_waiting: {
    status: 409,
    when: "The step waits for no answer.",
    fix: "Read the run again; its question may have been answered, or the run ended.",
  },
  not_paused: {
    status: 409,
    when: "The run isn't paused, so it can't be continued.",
    fix: "Read the run again; start another if it has ended.",
  },
  too_many_anchors: {
    status: 409,
    when: "The document has the maximum number of open suggestions, or of threads on its words.",
    fix: "Decide or withdraw suggestions, resolve threads, or comment on the whole document.",
  },
  webhook_off: {
    status: 409,
    when: "The webhook is switched off, so nothing is delivered.",
    fix: "Switch it on first.",
  },
  slug_taken: { status: 409, when: "The slug is in use.", fix: "Choose another slug." },
  title_taken: { status: 409, when: "The title is in use in this folder.", fix: "Choose another title." },
  external_ref_taken: {
    status: 409,
    when: "Another spec of the plan, or another plan of the project, has this `externalRef`.",
    fix: "Change the one that has it, or choose another reference.",
  },
  invite_expired: { status: 409, when: "The invite has expired.", fix: "Ask for a new one." },
  invite_not_pending: {
    status: 409,
    when: "The invite was already accepted or revoked.",
    fix: "Ask for a new one.",
  },
  link_expired: {
    status: 409,
    when: "The one-time link was already used or has expired.",
    fix: "Ask the operator for a new one.",
  },
  invalid_transition: {
    status: 409,
    when: "The status can't change that way.",
    fix: "Follow the plan's states: PLANNING, READY, PUSHED, BUILDING, DONE.",
  },
  not_root: {
    status: 409,
    when: "Visibility, owner and shares belong to the root plan.",
    fix: "Use the root plan; sub-plans inherit from it.",
  },
  inherited_source: {
    status: 409,
    when: "The source is inherited.",
    fix: "Change it at its own scope's path.",
  },
  not_a_url: {
    status: 409,
    when: "The source has no address to read it from again.",
    fix: "Change its text, or upload its file again.",
  },
  not_connected: {
    status: 409,
    when: "The connector is not connected, or is switched off.",
    fix: "Connect it, or have it switched on.",
  },
  not_configured: {
    status: 409,
    when: "The operator has not set this up.",
    fix: "Connect with an API key, or ask the operator.",
  },
  no_target: {
    status: 409,
    when: "The project has no tracker target.",
    fix: "Set one with `PUT /v1/projects/{projectSlug}/tracker`.",
  },
  revision_conflict: {
    status: 409,
    when: "Someone changed the same text; `details` has the current `revision`, and the text as `base`, `yours` and `current`.",
    fix: "Merge the three texts, and repeat with that revision as `baseRevision`.",
  },
  status_changed: {
    status: 409,
    when: "The spec has another status than `ifStatus`; `details.status` is the current one.",
    fix: "Read the spec again, and repeat if the change still makes sense.",
  },
  claim_held: {
    status: 409,
    when: "Somebody else's claim is held on the spec; `details` names the holder and the end of the lease.",
    fix: "Take another spec, or send the claim's own `Claim` header.",
  },
  claim_lost: {
    status: 409,
    when: "The claim is not held any more, or is another person's.",
    fix: "Stop working on the spec, and claim one again.",
  },
  needs_open: {
    status: 409,
    when: "The spec needs others that are not finished; `details.needs` names them.",
    fix: "Finish them first, or claim one of them.",
  },
  nothing_to_claim: {
    status: 409,
    when: "No spec fits; `details` counts those that are there, and why they don't.",
    fix: "Wait until `details.nextFreeAt`, or ask for less.",
  },
  too_many_claims: {
    status: 409,
    when: "The credential or the workspace holds the maximum number of claims.",
    fix: "Complete or release claims first.",
  },
  unfit_text: {
    status: 409,
    when: "Accepting the suggestion would give the document an invalid text, such as one that is too long.",
    fix: "Change the text, then accept it; or reject the suggestion.",
  },
  not_open: {
    status: 409,
    when: "The proposal was already decided, or the question is resolved.",
    fix: "Read it again; make a new proposal if something is left to change, or reopen the question.",
  },
  suggestion_changed: {
    status: 409,
    when: "The planning agent has replaced suggested specs since they were read; `details.specs` has the current ones.",
    fix: "Read them, and repeat with their `version` if they are still wanted.",
  },
  not_a_question: {
    status: 409,
    when: "The thread is no question.",
    fix: "Comment in it instead.",
  },
  question_open: {
    status: 409,
    when: "A blocking question about the spec is open; `details.threads` names the questions.",
    fix: "Answer or resolve them first.",
  },
  evidence_missing: {
    status: 409,
    when: "A spec must have acceptance criteria, each with a pass that counts; `details.criteria` names those without.",
    fix: "Add evidence for them first.",
  },
  criteria_held: {
    status: 409,
    when: "The caller's claim is held on the spec, whose criteria it must prove as they are.",
    fix: "Suggest the change, or make it in the console.",
  },
  awaits_review: {
    status: 409,
    when: "The spec waits for a reviewer's pass.",
    fix: "Claim another spec, or set its status to reopen it.",
  },
  policy_weaker: {
    status: 409,
    when: "A project's policy would be weaker than the workspace's.",
    fix: "Choose one that is at least as strict, or null to follow the workspace.",
  },
  idempotency_conflict: {
    status: 409,
    when: "The `Idempotency-Key` was used for another request, is still in progress, or its answer contained a secret.",
    fix: "Use a new key, or wait and repeat.",
  },
  precondition_failed: {
    status: 412,
    when: "`If-Match` names another revision.",
    fix: "Read it again and repeat your change on it.",
  },
  payload_too_large: { status: 413, when: "The body is over the limit.", fix: "Send less at once." },
  quota_exceeded: {
    status: 413,
    when: "The write would exceed the workspace's storage quota, `details.quotaBytes`.",
    fix: "Delete files or context sources, or ask the operator for a larger quota.",
  },
  unsupported_media_type: {
    status: 415,
    when: "The body's media type is not supported by the operation.",
    fix: "Send JSON with `Content-Type: application/json`, or `multipart/form-data` for files.",
  },
  rate_limited: {
    status: 429,
    when: "Too many requests; `Retry-After` gives the seconds to wait.",
    fix: "Wait, then repeat.",
  },
  internal_error: {
    status: 500,
    when: "The service failed; the request id is in the message.",
    fix: "Repeat; if it persists, give the operator the request id.",
  },
  upstream_error: {
    status: 502,
    when: "A service that was called failed; `details.provider` names it, and `details.reason` the class of the failure.",
    fix: "Check that service and repeat.",
  },
  unavailable: {
    status: 503,
    when: "The service can't answer now; `Retry-After` gives the seconds to wait.",
    fix: "Wait, then repeat.",
  },
  upstream_timeout: {
    status: 504,
    when: "A service that was called did not answer in time; `details.provider` names it, and `details.reason` is `timeout`.",
    fix: "Repeat later.",
  },
} as const satisfies Record<string, { status: number; when: string; fix: string }>;

export type ErrorCode = keyof typeof errors;

/** The envelope of every error (contract section 7). */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: unknown };
}
