interface SizedFile {
  readonly path: string
  readonly size: number
}

export interface FileProgress {
  readonly path: string
  /** From 0 to 1. */
  readonly part: number
}

/** Splits the progress of an upload by file: a form sends its files one after the other. */
export const progressOfFiles = (files: ReadonlyArray<SizedFile>, part: number): ReadonlyArray<FileProgress> => {
  let sent = part * files.reduce((sum, { size }) => sum + size, 0)
  return files.map(({ path, size }) => {
    const own = size === 0 ? part : Math.min(1, Math.max(0, sent / size))
    sent -= size
    return { path, part: part >= 1 ? 1 : own }
  })
}
