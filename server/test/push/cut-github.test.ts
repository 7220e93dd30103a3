import { cutEverywhere } from "./cut.ts";

cutEverywhere("github", { every: 9 });
