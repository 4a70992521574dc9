/** The formats of glossary files. */
export const glossaryFormats = ["CSV", "TBX"] as const

export type GlossaryFormat = (typeof glossaryFormats)[number]

/** Returns the format of a file by its name. TBX is XML, and often called so. */
export const glossaryFormatOf = (fileName: string): GlossaryFormat =>
  /\.(tbx|xml|tbxm)$/i.test(fileName) ? "TBX" : "CSV"
