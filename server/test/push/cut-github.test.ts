import { cutEverywhere } from "./cut.ts";

cutEverywhere("github");
