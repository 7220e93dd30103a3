declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  const show: (options: Record<string, unknown>) => unknown;
  export default show;
}
