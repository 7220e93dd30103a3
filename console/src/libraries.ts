/** Imported only so that the libraries are evaluated before the console's code. */
export { QueryClient } from "@tanstack/react-query";
export { createRouter } from "@tanstack/react-router";
