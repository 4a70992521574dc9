declare module "gettext-parser" {
  /** What is used of it here. */
  export const po: {
    readonly parse: (file: Buffer) => {
      /** By context and message id; the header is one of them. */
      readonly translations: Readonly<Record<string, Readonly<Record<string, object>>>>
    }
  }
}
