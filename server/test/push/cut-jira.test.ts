import { cutEverywhere } from "./cut.ts";

cutEverywhere("jira", { every: 3 });
