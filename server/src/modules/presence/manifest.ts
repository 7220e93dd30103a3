import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { presenceAnnounce } from "./announce.ts";
import { presenceOf } from "./presence.ts";

export const presence: Module<Context> = {
  name: "presence",
  handlers: [presenceAnnounce],
  hearOthers: presenceOf,
};
