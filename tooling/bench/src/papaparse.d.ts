declare module "papaparse" {
  const parser: {
    /** What is used of it here. */
    readonly parse: (text: string) => { readonly data: ReadonlyArray<ReadonlyArray<string>> }
  }
  export default parser
}
