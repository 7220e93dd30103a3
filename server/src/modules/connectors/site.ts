import ipaddr from "ipaddr.js";
import type { Config } from "../../config/config.ts";
import { invalid } from "../../errors.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackerSite } from "../trackers/registry.ts";

/**
 * Returns a key's host. Per-customer sites are named by users, as `acme`, `acme.atlassian.net` or a URL, and
 * called only through the guarded client.
 */
export function siteFor(
  config: Config,
  { id, label, keys: { siteSuffix } }: TrackerDefinition,
  named: string | undefined,
): string {
  if (!siteSuffix && named !== undefined) throw invalid("/site", `must be left out for ${label}`);
  const fixed = trackerSite(config, id);
  if (fixed !== null) return fixed;
  const site = named?.trim() ?? "";
  const whole = /^[\w-]+$/.test(site) ? `${site}${siteSuffix}` : site;
  const url = URL.parse(/^\w+:\/\//.test(whole) ? whole : `https://${whole}`);
  if (!url || !isPublicSite(url))
    throw invalid(
      "/site",
      `must be the site's address, such as \`acme${siteSuffix}\` or \`https://acme${siteSuffix}\``,
    );
  return url.host.replace(/\.$/, "");
}

/**
 * Returns the lower-case name of a site, for a sign-in that may open several; null if none was named.
 */
export function namedSite({ oauth, label }: TrackerDefinition, named: string | undefined): string | null {
  if (named === undefined) return null;
  if (!oauth.sites) throw invalid("/site", `must be left out for ${label}`);
  const text = named.trim().toLowerCase();
  return URL.parse(text)?.host ?? text.replace(/\/+$/, "");
}

/** Accepts a public https URL with a multi-part host, default port and no user. */
function isPublicSite({ protocol, username, password, port, hostname }: URL): boolean {
  const isBare = protocol === "https:" && username === "" && password === "" && port === "";
  return isBare && /[^.]\.[^.]/.test(hostname) && !ipaddr.isValid(hostname) && !hostname.startsWith("[");
}

export function accountFor(
  { label, keys: { siteSuffix } }: TrackerDefinition,
  named: string | undefined,
): string | null {
  if (!siteSuffix && named !== undefined) throw invalid("/account", `must be left out for ${label}`);
  if (!siteSuffix) return null;
  const account = named?.trim() ?? "";
  if (!/^[\x21-\x39\x3b-\x7e]+@[\x21-\x39\x3b-\x7e]+$/.test(account))
    throw invalid("/account", "must be the e-mail address of the API token's account");
  return account;
}
