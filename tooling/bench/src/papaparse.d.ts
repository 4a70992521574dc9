declare module "papaparse" {
  const parser: {
    /** The part of the package that the benchmarks use. */
    readonly parse: (text: string) => { readonly data: ReadonlyArray<ReadonlyArray<string>> }
  }
  export default parser
}
