import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, Scalar } from "yaml"

/** The entry of a configuration file under one name. */
export interface ConfigEntry {
  /** The names of the levels with dots between them: `smtp.host`. */
  readonly name: string
  /** Written as `file:line:column`. */
  readonly place: string
  /** The value; for a list, its texts with commas between them. */
  readonly text: string
  /** `true` or `false` without quotes. */
  readonly isBoolean: boolean
}

export interface ConfigFile {
  readonly entries: ReadonlyArray<ConfigEntry>
  /** One sentence each, with the place; none repeats a value, which may be a secret. */
  readonly problems: ReadonlyArray<string>
}

/**
 * The names and texts of a configuration file in YAML. Scalars count as they are spelled; a name without a value is not there.
 * `path`: as it is quoted. Decisions: docs/adr/0052-a-configuration-file.md.
 */
export const parseConfigFile = (path: string, text: string): ConfigFile => {
  const lines = new LineCounter()
  const placeOf = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const document = parseDocument(text, {
    schema: "failsafe",
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error"
  })
  const [error] = document.errors
  if (error !== undefined) {
    return { entries: [], problems: [`${placeOf(error.pos[0])}: ${explain(error.code)}`] }
  }
  const found: Found = { entries: [], problems: [], placeOf }
  const { contents } = document
  if (isMap(contents)) collect(contents, "", found)
  else if (contents !== null && !isEmptyScalar(contents)) {
    found.problems.push(`${placeOf(contents.range?.[0] ?? 0)}: the file must contain names with values, as port: 8080.`)
  }
  return found
}

interface Found {
  readonly entries: Array<ConfigEntry>
  readonly problems: Array<string>
  readonly placeOf: (offset: number) => string
}

/** Levels become one name; so do the items of a list that are more than texts, each with its number. */
const collect = (node: Node, name: string, found: Found): void => {
  const children = isMap(node)
    ? node.items.map(({ key, value }) => ({ key: key as Node, value: value as Node | null }))
    : isSeq(node)
      ? node.items.map((item, index) => ({ key: new Scalar(String(index)), value: item as Node }))
      : []
  for (const { key, value } of children) {
    const offset = key.range?.[0] ?? value?.range?.[0] ?? node.range?.[0] ?? 0
    const place = found.placeOf(offset)
    if (!isScalar(key)) {
      found.problems.push(`${place}: a name must be a plain text.`)
      continue
    }
    const child = name === "" ? String(key.value) : `${name}.${String(key.value)}`
    if (value === null || isEmptyScalar(value)) continue
    const text = textOf(value)
    if (isAlias(value)) found.problems.push(`${place}: ${child} has an alias: write the value itself.`)
    else if (text === null) collect(value, child, found)
    else if (/\$\{[^}]*\}/.test(text)) {
      found.problems.push(
        `${place}: ${child} has a placeholder in \${…}, which is not filled in: write the value, name a file with -file at the end of the name, or set a variable.`
      )
    } else found.entries.push({ name: child, place, text, isBoolean: isBoolean(value) })
  }
}

/** Returns the text of a value; null: it is more than a text or a list of texts. */
const textOf = (node: Node): string | null => {
  if (isScalar(node)) return String(node.value)
  return isSeq(node) && node.items.every(isScalar) ? node.items.map(({ value }) => String(value)).join(",") : null
}

const isBoolean = (node: Node): boolean =>
  isScalar(node) && node.type === Scalar.PLAIN && /^(true|false)$/i.test(String(node.value))

/** `name:`, `name: ~` and `name: null`. */
const isEmptyScalar = (node: Node): boolean =>
  isScalar(node) && node.type === Scalar.PLAIN && /^(|~|null)$/i.test(String(node.value))

/** The messages of the parser may quote what it read. */
const explain = (code: string): string => sentences[code] ?? "this is not YAML: check quotes, colons and indentation."

const sentences: Readonly<Record<string, string>> = {
  BAD_INDENT: "the indentation does not match the lines around it.",
  BLOCK_AS_IMPLICIT_KEY: "there are two names in one line, or a value with a colon: put quotes around the value.",
  DUPLICATE_KEY: "the name stands twice on its level: keep one of them.",
  MISSING_CHAR: "a quote, a bracket, a comma or a space after a colon is missing.",
  MULTIPLE_DOCS: "the file has several documents: keep one, without ---.",
  TAB_AS_INDENT: "a tab cannot indent: use spaces."
}
