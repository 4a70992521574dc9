/** Where the source of a program uses a key. `line` null: the file does not say. */
export interface CodeReferenceData {
  readonly path: string
  readonly line: number | null
}

/** Stored references of one key; more are of no use. */
export const codeReferencesMax = 200

/**
 * The references of a key after an import. Those that the import has of a path take the place of all that the key had of
 * it, because lines move; other paths stay. Each place is there once. Above the limit, older ones go first.
 */
export const replaceCodeReferences = <Reference extends CodeReferenceData>(
  existing: ReadonlyArray<Reference>,
  imported: ReadonlyArray<Reference>
): ReadonlyArray<Reference> => {
  const importedPaths = new Set(imported.map(({ path }) => path))
  const others = existing.filter(({ path }) => !importedPaths.has(path))
  const news = onceEach(imported).slice(0, codeReferencesMax)
  return [...onceEach(others).slice(-codeReferencesMax), ...news].slice(-codeReferencesMax)
}

const onceEach = <Reference extends CodeReferenceData>(references: ReadonlyArray<Reference>) => [
  ...new Map(references.map((one) => [`${one.line ?? ""} ${one.path}`, one])).values()
]
