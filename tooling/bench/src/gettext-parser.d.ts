declare module "gettext-parser" {
  /** The part of the package that the benchmarks use. */
  export const po: {
    readonly parse: (file: Buffer) => {
      /** Messages by context and id; the header is one of them. */
      readonly translations: Readonly<Record<string, Readonly<Record<string, object>>>>
    }
  }
}
