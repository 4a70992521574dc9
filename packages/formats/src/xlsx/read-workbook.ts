import { type OpenArchive, openArchive } from "../archive/open-archive.ts"
import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import type { Table, TableCell } from "../table/read-table.ts"
import { declaredXmlEncoding, walkXml, type XmlVisitor } from "../xml/walk-xml.ts"
import { columnOfReference, printReference } from "./cell-reference.ts"

/**
 * The cells of all sheets of a workbook, in the order of its tabs. A line is a row of a sheet, a column the number of its
 * column. Numbers, booleans and results of formulas are the texts that the file has for them; formulas are not evaluated,
 * links to other files not followed.
 * Source: ECMA-376 part 1, 18 (SpreadsheetML).
 */
export const readWorkbook = (bytes: Uint8Array): ReadonlyArray<Table> | ParseFailure => {
  const bytesMax = formatLimits.workbookBytesMin + bytes.length * formatLimits.workbookExpansionMax
  const archive = openArchive(bytes, bytesMax)
  if (isFailure(archive)) return archive
  if (!archive.has(workbookPath)) return parseFailure("The file is an archive, but no workbook", null)
  const sheets = listSheets(archive)
  if (isFailure(sheets)) return sheets
  const strings = readSharedStrings(archive)
  if (isFailure(strings)) return strings
  const budget = { cellsLeft: formatLimits.valuesMax, textUnitsLeft: bytesMax }
  const tables: Array<Table> = []
  for (const { name, path } of sheets) {
    const table = readSheet(archive, name, path, strings, budget)
    if (isFailure(table)) return table
    tables.push(table)
  }
  return tables
}

const isFailure = <A extends object>(result: A | ParseFailure): result is ParseFailure =>
  "kind" in result && result.kind === "failure"

/** Walks a part of the workbook; its places are of no use to a person, who sees no XML. */
const walkPart = (archive: OpenArchive, path: string, visitor: XmlVisitor): ParseFailure | null => {
  const bytes = archive.read(path)
  if (bytes === null) return parseFailure(`The workbook has no part ${path}`, null)
  if (!(bytes instanceof Uint8Array)) return bytes
  const decoded = decodeText(bytes, declaredXmlEncoding(bytes))
  const failure = decoded.kind === "failure" ? decoded : walkXml(decoded.text, positionsIn(decoded.text), visitor)
  if (failure === null || failure === visitor.failure()) return failure
  return { ...failure, message: `${failure.message} (in the part ${path} of the workbook)` }
}

interface Sheet {
  readonly name: string
  readonly path: string
}

const workbookPath = "xl/workbook.xml"

const listSheets = (archive: OpenArchive): ReadonlyArray<Sheet> | ParseFailure => {
  const targets = new Map<string, string>()
  const relations = walkPart(archive, "xl/_rels/workbook.xml.rels", {
    ...silent,
    open: ({ name, attributes }) => {
      if (name === "Relationship") targets.set(attributes.get("Id") ?? "", attributes.get("Target") ?? "")
    }
  })
  if (relations !== null) return relations
  // No sheet is read twice.
  const sheets = new Map<string, string>()
  const failure = walkPart(archive, workbookPath, {
    ...silent,
    open: ({ name, attributes }) => {
      if (name !== "sheet") return
      const id = [...attributes].find(([attribute]) => attribute === "id" || attribute.endsWith(":id"))?.[1] ?? ""
      const target = targets.get(id)
      const path = target === undefined ? null : partPath(target)
      if (path !== null && !sheets.has(path)) sheets.set(path, attributes.get("name") ?? "")
    }
  })
  return failure ?? [...sheets].map(([path, name]) => ({ path, name }))
}

/** Targets are relative to the folder of the workbook, unless they begin with a slash. */
const partPath = (target: string): string => (target.startsWith("/") ? target.slice(1) : `xl/${target}`)

const silent: XmlVisitor = { open: () => {}, text: () => {}, close: () => {}, failure: () => null }

const readSharedStrings = (archive: OpenArchive): ReadonlyArray<string> | ParseFailure => {
  const strings: Array<string> = []
  const path = "xl/sharedStrings.xml"
  if (!archive.has(path)) return strings
  const failure = walkPart(
    archive,
    path,
    collectTexts(
      (element) => element === "si",
      (text) => {
        strings.push(text)
      }
    )
  )
  return failure ?? strings
}

/** The texts of `t` elements within each element of the kind, without those that only say how a text is pronounced. */
const collectTexts = (isItem: (name: string) => boolean, take: (text: string) => void): XmlVisitor => {
  const path: Array<string> = []
  let text = ""
  return {
    open: ({ name }) => {
      path.push(name)
      if (isItem(name)) text = ""
    },
    text: (part) => {
      if (path.at(-1) === "t" && !path.includes("rPh")) text += part
    },
    close: () => {
      if (isItem(path.pop() ?? "")) take(decodeEscapes(text))
    },
    failure: () => null
  }
}

/** `_x000D_`: a character that XML cannot hold, or would change. Source: ECMA-376 part 1, 22.9.2.19. */
const decodeEscapes = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Many cells may share one long text: what they have together is limited too. */
interface CellBudget {
  cellsLeft: number
  textUnitsLeft: number
}

interface CellInProgress {
  readonly type: string
  readonly row: number
  readonly column: number
  text: string
}

const readSheet = (
  archive: OpenArchive,
  sheetName: string,
  path: string,
  strings: ReadonlyArray<string>,
  budget: CellBudget
): Table | ParseFailure => {
  const rows: Array<Array<TableCell>> = []
  const elements: Array<string> = []
  let failure: ParseFailure | null = null
  let row = 0
  let column = -1
  let cell: CellInProgress | null = null

  const fail = (message: string, at: { readonly row: number; readonly column: number }) => {
    const place = `${sheetName}!${printReference(at.row, at.column)}`
    failure ??= { ...parseFailure(`${message} (cell ${place})`, { line: at.row, column: at.column + 1 }) }
  }
  const finishCell = ({ type, row: line, column: index, text }: CellInProgress) => {
    const shared = type === "s" ? strings[Number(text)] : undefined
    if (type === "s" && shared === undefined)
      return fail("The text of the cell is missing in the workbook", { row: line, column: index })
    const content = shared ?? plainText(type, text)
    budget.cellsLeft--
    budget.textUnitsLeft -= content.length
    if (budget.cellsLeft < 0) return fail("The workbook has too many cells", { row: line, column: index })
    if (budget.textUnitsLeft < 0) return fail("The workbook has too much text", { row: line, column: index })
    rows.at(-1)?.push({ column: index, text: content, position: { line, column: index + 1, sheet: sheetName } })
  }
  const walked = walkPart(archive, path, {
    open: ({ name, attributes }) => {
      elements.push(name)
      if (name === "row") {
        row = numberOf(attributes.get("r")) ?? row + 1
        column = -1
        rows.push([])
      } else if (name === "c") {
        column = columnOfReference(attributes.get("r") ?? "") ?? column + 1
        cell = { type: attributes.get("t") ?? "n", row, column, text: "" }
        if (cell.type === "e") fail("The cell has an error instead of a text", cell)
      }
    },
    text: (part) => {
      if (cell === null) return
      const element = elements.at(-1)
      const isText = element === "v" || (element === "t" && !elements.includes("rPh"))
      if (isText) cell.text += part
    },
    close: () => {
      if (elements.pop() !== "c" || cell === null) return
      if (cell.text !== "" || cell.type === "inlineStr" || cell.type === "str") finishCell(cell)
      cell = null
    },
    failure: () => failure
  })
  return walked ?? rows
}

/** Texts, truth values, and numbers without the noise of their binary form: `1.1000000000000001` is 1.1. */
const plainText = (type: string, text: string): string => {
  if (type === "inlineStr" || type === "str") return decodeEscapes(text)
  if (type === "b") return text === "1" ? "true" : "false"
  const number = Number(text)
  return type === "n" && Number.isFinite(number) ? String(number) : text
}

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null
