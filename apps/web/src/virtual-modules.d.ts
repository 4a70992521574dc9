declare module "virtual:api-paths" {
  /** The path that `~` stands for. */
  export const projectPath: string
  /** Method and path of endpoints with a space between them, by group and name. */
  const paths: Readonly<Record<string, Readonly<Record<string, string>>>>
  export default paths
}
