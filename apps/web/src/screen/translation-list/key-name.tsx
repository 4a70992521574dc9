import { Fragment } from "react"

/** The name of a key, which breaks between its words: behind `.`, `_`, `/`, `:` and `-`, and before a capital. */
export const KeyName = ({ name }: { readonly name: string }) =>
  splitKeyName(name).map(({ start, word }) => (
    <Fragment key={start}>
      {start > 0 && <wbr />}
      {word}
    </Fragment>
  ))

/** Splits a name into its words, each with its place in the name. */
export const splitKeyName = (name: string): ReadonlyArray<{ readonly start: number; readonly word: string }> => {
  let start = 0
  return name.split(/(?<=[._/:-])(?=[^._/:-])|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).map((word) => {
    const part = { start, word }
    start += word.length
    return part
  })
}
