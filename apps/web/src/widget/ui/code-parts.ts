/** A piece of a text. */
export interface TextPiece {
  readonly text: string
  /** Reads from left to right wherever it stands, and means something only as a whole: markup, an argument, an address. */
  readonly isCode: boolean
  /** UTF-16 offset in the text. */
  readonly start: number
}

const codePattern = /<\/?[A-Za-z][^<>]*>|\{\s*[\w.-]+\s*(?:,[^{}]*)?\}|https?:\/\/[!-;=?-~]+/g

/** The pieces of a text in their order. In a text from right to left, the signs of markup and of addresses would change places. */
export const codeParts = (text: string): ReadonlyArray<TextPiece> => {
  const pieces: Array<TextPiece> = []
  let end = 0
  for (const found of text.matchAll(codePattern)) {
    if (found.index > end) pieces.push({ text: text.slice(end, found.index), isCode: false, start: end })
    pieces.push({ text: found[0], isCode: true, start: found.index })
    end = found.index + found[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isCode: false, start: end })
  return pieces
}
