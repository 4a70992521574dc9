export interface CodeBlock {
  /** The name at the fence: `js`. */
  readonly language: string
  readonly code: string
}

/** The code of one chapter of a Markdown document, in its order. */
export const codeBlocks = (markdown: string, heading: string): ReadonlyArray<CodeBlock> => {
  const [, rest = ""] = markdown.split(`\n${heading}\n`)
  const [chapter = ""] = rest.split("\n## ")
  return [...chapter.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
    language,
    code: code.trimEnd()
  }))
}
