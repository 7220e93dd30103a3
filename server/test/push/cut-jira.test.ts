import { cutEverywhere } from "./cut.ts";

cutEverywhere("jira");
