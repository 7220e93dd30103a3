import { randomBytes } from "node:crypto";
import { badArgument, forbidden, invalidInput } from "./graphql/errors.ts";
import { done, find, newId, onlyKnown } from "./issues/lookup.ts";
import { type Label, type RegisteredWebhook, stamp } from "./records.ts";
import { type Context, put } from "./site.ts";

type LabelInput = {
  id?: string | null;
  name: string;
  color?: string | null;
  description?: string | null;
  teamId?: string | null;
  parentId?: string | null;
  isGroup?: boolean | null;
};
type WebhookInput = {
  id?: string | null;
  url: string;
  secret?: string | null;
  label?: string | null;
  enabled?: boolean | null;
  resourceTypes: string[];
  teamId?: string | null;
  allPublicTeams?: boolean | null;
};

/** Workspace labels and webhooks, as far as the API may set them. */
export const settingMutations = {
  issueLabelCreate({ site }: Context, { input }: { input: LabelInput }) {
    onlyKnown("IssueLabelCreateInput", input, [
      "id",
      "name",
      "color",
      "description",
      "teamId",
      "parentId",
      "isGroup",
    ]);
    const { id, existing } = newId(site, site.labels, input.id);
    if (existing !== undefined) return { ...done(site), issueLabel: existing };
    if (input.name.trim() === "") throw badArgument("name should not be empty");
    const teamId = input.teamId ? find(site, site.teams, input.teamId, "Team").id : null;
    const parent = input.parentId ? find(site, site.labels, input.parentId, "IssueLabel") : undefined;
    if (parent !== undefined && !parent.isGroup) throw invalidInput("The parent label is not a group");
    // A team's label may not share a workspace label's name.
    const clash = [...site.labels.values()].some(
      (one) =>
        one.name.toLowerCase() === input.name.toLowerCase() &&
        (one.teamId === teamId || one.teamId === null || teamId === null),
    );
    if (clash) throw invalidInput("duplicate label name", `A label named ${input.name} already exists.`);
    const label: Label = {
      ...stamp("IssueLabel", id),
      name: input.name,
      color: input.color ?? "#bec2c8",
      description: input.description ?? null,
      teamId,
      parentId: parent?.id ?? null,
      isGroup: input.isGroup === true,
      retiredAt: null,
    };
    return { ...done(site), issueLabel: put(site, site.labels, label) };
  },
  webhookCreate({ site, viewer }: Context, { input }: { input: WebhookInput }) {
    if (!viewer.admin) throw forbidden("Only admins can create webhooks");
    const { id, existing } = newId(site, site.webhooks, input.id);
    if (existing !== undefined) return { ...done(site), webhook: existing };
    if (!/^https?:/.test(input.url) || !URL.canParse(input.url))
      throw badArgument("url must be a URL address");
    if (input.resourceTypes.length === 0) throw badArgument("resourceTypes should not be empty");
    if (Boolean(input.teamId) === (input.allPublicTeams === true))
      throw invalidInput("Either teamId or allPublicTeams is required");
    const team = [...site.teams.values()].find(({ id, key }) => [id, key].includes(input.teamId ?? ""));
    const webhook: RegisteredWebhook = {
      ...stamp("Webhook", id),
      url: input.url,
      secret: input.secret ?? randomBytes(16).toString("hex"),
      enabled: input.enabled !== false,
      label: input.label ?? null,
      resourceTypes: input.resourceTypes,
      teamId: input.teamId ? (team ?? find(site, site.teams, input.teamId, "Team")).id : null,
      allPublicTeams: input.allPublicTeams === true,
    };
    return { ...done(site), webhook: put(site, site.webhooks, webhook) };
  },
  webhookDelete({ site }: Context, { id }: { id: string }) {
    site.webhooks.delete(find(site, site.webhooks, id, "Webhook").id);
    return { ...done(site), entityId: id };
  },
};
