import type { DropItem } from "react-aria-components"

/** A file with its path below what was dropped: languages and namespaces are guessed from it. */
export interface NamedFile {
  readonly path: string
  readonly file: File
}

/** All files of what was dropped, those in folders too. */
export const filesOfDrop = async (items: ReadonlyArray<DropItem>, folder = ""): Promise<ReadonlyArray<NamedFile>> => {
  const found = await Promise.all(
    items.map(async (item): Promise<ReadonlyArray<NamedFile>> => {
      if (item.kind === "file") return [{ path: `${folder}${item.name}`, file: await item.getFile() }]
      if (item.kind === "text") return []
      const entries: Array<DropItem> = []
      for await (const entry of item.getEntries()) entries.push(entry)
      return filesOfDrop(entries, `${folder}${item.name}/`)
    })
  )
  return found.flat()
}

/** Files that the picker gave; folders keep their paths. */
export const filesOfPicker = (files: FileList | null): ReadonlyArray<NamedFile> =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
