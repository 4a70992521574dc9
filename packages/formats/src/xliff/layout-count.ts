import type { SourcePosition } from "@dragoman/domain/import"
import type { ImportWarning } from "../imported-file.ts"

/** Counts the texts of a file whose white space was left out as layout, for one warning about all of them. */
export interface LayoutCount {
  readonly add: (text: { readonly hasLayout: boolean } | null, position: SourcePosition) => void
  /** null: there is no such text. */
  readonly warning: () => ImportWarning | null
}

/** Source: docs/formats.md#xliff. */
export const startLayoutCount = (): LayoutCount => {
  let count = 0
  let first: SourcePosition | null = null
  return {
    add: (text, position) => {
      if (!text?.hasLayout) return
      count++
      first ??= position
    },
    warning: () =>
      first === null
        ? null
        : { keyName: null, languageName: null, position: first, sentence: `${layoutOf(count)} ${rule}` }
  }
}

const layoutOf = (count: number): string =>
  count === 1
    ? "One text begins or ends with a line break: it and the blanks beside it were left out as layout of the file."
    : `${count} texts begin or end with a line break: these line breaks and the blanks beside them were left out as layout of the file.`

const rule = 'With xml:space="preserve" they are a part of the text.'
