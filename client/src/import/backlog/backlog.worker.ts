import { serveFormat } from "../serve-format.ts";
import { backlogIn } from "./format.ts";

serveFormat(backlogIn);
