/** Texts of several lines: literal and folded ones, and plain ones that go on. */
interface TextOfLines {
  readonly text: string
  /** Start of the line behind it. */
  readonly end: number
}

/** `|` or `>`, and which line ends at the end belong to the text. Other headers are left to the library. */
export const startsBlockText = (rest: string): boolean => blockHeader.test(rest)

const blockHeader = /^[|>][+-]? *$/

/** The block below a header; null = it is not simple. Its lines are indented by more than `indent` spaces. */
export const readBlockText = (text: string, at: number, header: string, indent: number): TextOfLines | null => {
  const lines: Array<string> = []
  let blockIndent = 0
  let blankCount = 0
  let end = at
  for (let line = lineAt(text, at); line !== null; line = lineAt(text, line.end)) {
    if (line.content === "") {
      // Spaces behind those of the block are a part of the text.
      if (line.indent > (blockIndent || indent)) return null
      // Spaces at the end of the file are no line.
      if (text[line.end - 1] === "\n") blankCount++
    } else {
      if (line.indent < (blockIndent || indent + 1)) {
        if (line.indent > indent) return null
        break
      }
      blockIndent ||= line.indent
      // Lines that are indented further are not folded as others are.
      if (header.startsWith(">") && line.indent > blockIndent) return null
      for (; blankCount > 0; blankCount--) lines.push("")
      lines.push(" ".repeat(line.indent - blockIndent) + line.content)
    }
    end = line.end
  }
  if (lines.length === 0) return null
  const joined = header.startsWith("|") ? lines.join("\n") : fold(lines)
  const ends = header[1] === "-" ? 0 : header[1] === "+" ? 1 + blankCount : 1
  return { text: joined + "\n".repeat(ends), end }
}

/** A plain text and the lines that it goes on in; null = one of them is not simple. */
export const readFolded = (text: string, at: number, first: string, indent: number): TextOfLines | null => {
  const lines = [first]
  let blankCount = 0
  let end = at
  for (let line = lineAt(text, at); line !== null; line = lineAt(text, line.end)) {
    if (line.content === "") {
      blankCount++
      continue
    }
    if (line.indent <= indent || line.content.startsWith("#")) break
    const content = line.content.trimEnd()
    if (!startOfNextLine.test(content) || meansMore.test(content)) return null
    for (; blankCount > 0; blankCount--) lines.push("")
    lines.push(content)
    end = line.end
  }
  return { text: lines.length === 1 ? first : fold(lines), end }
}

const startOfNextLine = /^[^\s?:,[\]{}#&*!|>'"%@`-]/

/** A name or a comment. */
const meansMore = /: |:$| #/

/** One line end is a space; of several behind one another the first says nothing. */
const fold = (lines: ReadonlyArray<string>): string => {
  let text = ""
  let separator = ""
  for (const line of lines) {
    if (line === "") separator = separator === " " ? "\n" : `${separator}\n`
    else {
      text += separator + line
      separator = " "
    }
  }
  return text
}

interface Line {
  readonly indent: number
  readonly content: string
  /** Start of the next line. */
  readonly end: number
}

const linePattern = /( *)([^\r\n]*)(?:\r?\n|$)/y

/** Null = the file ends. */
const lineAt = (text: string, at: number): Line | null => {
  if (at >= text.length) return null
  linePattern.lastIndex = at
  const [, spaces = "", content = ""] = linePattern.exec(text) ?? []
  return { indent: spaces.length, content, end: linePattern.lastIndex }
}
