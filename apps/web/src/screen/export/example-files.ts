import { printFilePath, severalLanguagesTag } from "@dragoman/formats/file-path"

interface ExampleFacts {
  readonly template: string
  readonly extension: string
  readonly languages: ReadonlyArray<string>
  /** `""` is the default namespace. */
  readonly namespaces: ReadonlyArray<string>
  readonly isMultilingual: boolean
}

/** Paths that an export could have, sorted: which of them get a file depends on the texts. */
export const exampleFiles = (facts: ExampleFacts): ReadonlyArray<string> => {
  const { template, extension, languages, namespaces, isMultilingual } = facts
  const tags = isMultilingual ? [severalLanguagesTag] : languages
  const paths = namespaces.flatMap((namespace) =>
    tags.map((languageTag) => printFilePath(template, { namespace, languageTag, extension }))
  )
  return [...new Set(paths)].toSorted()
}

/** A folder or a file of a tree. */
export interface TreeEntry {
  readonly path: string
  readonly name: string
  /** Folders above it. */
  readonly depth: number
  readonly isFolder: boolean
}

/** Sorted paths as lines of a tree. */
export const treeOf = (paths: ReadonlyArray<string>): ReadonlyArray<TreeEntry> => {
  const shown = new Set<string>()
  return paths.flatMap((path) => {
    const names = path.split("/")
    const folders = names.slice(0, -1).flatMap((name, depth): ReadonlyArray<TreeEntry> => {
      const folder = names.slice(0, depth + 1).join("/")
      if (shown.has(folder)) return []
      shown.add(folder)
      return [{ path: folder, name, depth, isFolder: true }]
    })
    return [...folders, { path, name: names.at(-1) ?? path, depth: names.length - 1, isFolder: false }]
  })
}
