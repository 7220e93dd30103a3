import ipaddr from "ipaddr.js";
import type { Config } from "../../config/config.ts";
import { invalid } from "../../errors.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackerSite } from "../trackers/registry.ts";

/**
 * Returns the host that a key is for. Where each customer has a site of their own, people name it: `acme`,
 * `acme.atlassian.net` or its address. It is called through the guarded client only.
 */
export function siteFor(
  config: Config,
  { id, label, namesSite }: TrackerDefinition,
  named: string | undefined,
): string {
  if (!namesSite && named !== undefined) throw invalid("/site", `must be left out for ${label}`);
  const fixed = trackerSite(config, id);
  if (fixed !== null) return fixed;
  const site = named?.trim() ?? "";
  const whole = /^[\w-]+$/.test(site) ? `${site}${namesSite}` : site;
  const url = URL.parse(/^\w+:\/\//.test(whole) ? whole : `https://${whole}`);
  if (!url || !isPublicSite(url))
    throw invalid(
      "/site",
      `must be the site's address, such as \`acme${namesSite}\` or \`https://acme${namesSite}\``,
    );
  return url.host.replace(/\.$/, "");
}

/**
 * Returns the name in lower case by which people know a site of Jira or an installation of GitHub's app, for a sign-in
 * that may open several; null where they named none.
 */
export function namedSite({ id, label }: TrackerDefinition, named: string | undefined): string | null {
  if (named === undefined) return null;
  if (id === "linear") throw invalid("/site", `must be left out for ${label}`);
  const text = named.trim().toLowerCase();
  return URL.parse(text)?.host ?? text.replace(/\/+$/, "");
}

/** Returns true for a name of several parts, by https at its own port, without a user. */
function isPublicSite({ protocol, username, password, port, hostname }: URL): boolean {
  const isBare = protocol === "https:" && username === "" && password === "" && port === "";
  return isBare && /[^.]\.[^.]/.test(hostname) && !ipaddr.isValid(hostname) && !hostname.startsWith("[");
}

/** Returns the key's account, where the tracker wants it beside the key. */
export function accountFor(
  { label, namesSite }: TrackerDefinition,
  named: string | undefined,
): string | null {
  if (!namesSite && named !== undefined) throw invalid("/account", `must be left out for ${label}`);
  if (!namesSite) return null;
  const account = named?.trim() ?? "";
  if (!/^[\x21-\x39\x3b-\x7e]+@[\x21-\x39\x3b-\x7e]+$/.test(account))
    throw invalid("/account", "must be the e-mail address of the API token's account");
  return account;
}
