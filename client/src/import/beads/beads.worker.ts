import { serveFormat } from "../serve-format.ts";
import { beadsIn } from "./format.ts";

serveFormat(beadsIn);
