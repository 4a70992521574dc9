import type { ExportWarning } from "@dragoman/formats"

/** A notice, and in which file of the export it was made. */
export interface ExportedNotice extends ExportWarning {
  readonly languageTag: string
  /** `""`: the default namespace. */
  readonly namespace: string
}
