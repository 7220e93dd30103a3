declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  /** Shows an OpenAPI document. */
  const show: (options: Record<string, unknown>) => unknown;
  export default show;
}
