import { serveFormat } from "../serve-format.ts";
import { kiroIn } from "./format.ts";

serveFormat(kiroIn);
