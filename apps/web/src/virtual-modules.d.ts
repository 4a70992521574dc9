declare module "virtual:api-paths" {
  const paths: Readonly<Record<string, Readonly<Record<string, readonly [method: string, path: string]>>>>
  export default paths
}
