import type { Config } from "../config/config.ts";
import { trackers } from "./trackers/registry.ts";

/** Returns unknown setting names, including those of unknown trackers. */
export function unknownSettings({ unknownSettings: names, trackerUrls, vendors }: Config): string[] {
  const settings = { API_URL: trackerUrls, OAUTH_URL: vendors.urls, CLIENT_ID: vendors.clients };
  const ofStrangers = Object.entries(settings).flatMap(([end, byTracker]) =>
    Object.keys(byTracker)
      .filter((tracker) => !trackers.some(({ id }) => id === tracker))
      .map((tracker) => `GROUNDPLAN_${tracker.toUpperCase()}_${end}`),
  );
  return [...names, ...ofStrangers];
}
