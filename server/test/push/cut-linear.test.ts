import { cutEverywhere } from "./cut.ts";

cutEverywhere("linear");
