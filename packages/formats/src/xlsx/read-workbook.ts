import { type OpenArchive, openArchive } from "../archive/open-archive.ts"
import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { TableRow } from "../table/table-row.ts"
import type { XmlElement, XmlVisitor } from "../xml/walk-xml.ts"
import { walkXmlBlocks } from "../xml/walk-xml-blocks.ts"
import { columnOfReference, printReference } from "./cell-reference.ts"

export interface WorkbookVisitor {
  /** `positionOf`: the places of its cells. */
  readonly sheet: (positionOf: PositionOf) => void
  /** Rows without a cell are left out. The row is filled again as soon as it returns. */
  readonly row: (row: TableRow) => void
}

/**
 * Visits the rows of all sheets of a workbook, in the order of its tabs. A line is a row of a sheet, a column the number of its
 * column. Numbers, booleans and results of formulas are the texts that the file has for them; formulas are not evaluated,
 * links to other files not followed. Nothing but the shared texts is unpacked as a whole; what was visited before a failure does
 * not count.
 * Source: ECMA-376 part 1, 18 (SpreadsheetML).
 */
export const visitWorkbook = (bytes: Uint8Array, visitor: WorkbookVisitor): ParseFailure | null => {
  const archive = openArchive(bytes, formatLimits.workbookBytesMin + bytes.length * formatLimits.workbookExpansionMax)
  if (isFailure(archive)) return archive
  if (!archive.has(workbookPath)) return parseFailure("The file is an archive, but no workbook", null)
  const sheets = listSheets(archive)
  if (isFailure(sheets)) return sheets
  const memoryBytesMax = formatLimits.workbookMemoryBytesMin + bytes.length * formatLimits.workbookMemoryExpansionMax
  const budget = { bytesLeft: memoryBytesMax }
  const texts = readSharedStrings(archive, budget)
  if (isFailure(texts)) return texts
  const strings: SharedStrings = { texts, isUsed: new Uint8Array(texts.length) }
  for (const { name, path } of sheets) {
    visitor.sheet(positionsInSheet(name))
    const failure = visitSheet(archive, { name, path, strings, budget, visitRow: visitor.row })
    if (failure !== null) return failure
  }
  return null
}

const isFailure = <A extends object>(result: A | ParseFailure): result is ParseFailure =>
  "kind" in result && result.kind === "failure"

/** Walks a part of the workbook; its places are of no use to a person, who sees no XML. */
const walkPart = (archive: OpenArchive, path: string, visitor: XmlVisitor): ParseFailure | null => {
  if (!archive.has(path)) return parseFailure(`The workbook has no part ${path}`, null)
  const walk = walkXmlBlocks(visitor)
  const broken = archive.visit(path, walk.write)
  if (broken !== null) return broken
  const failure = walk.end()
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
      if (name === "Relationship") targets.set(attributes["Id"] ?? "", attributes["Target"] ?? "")
    }
  })
  if (relations !== null) return relations
  // No sheet is read twice.
  const sheets = new Map<string, string>()
  const failure = walkPart(archive, workbookPath, {
    ...silent,
    open: ({ name, attributes }) => {
      if (name !== "sheet") return
      const id =
        Object.entries(attributes).find(([attribute]) => attribute === "id" || attribute.endsWith(":id"))?.[1] ?? ""
      const target = targets.get(id)
      const path = target === undefined ? null : partPath(target)
      if (path !== null && !sheets.has(path)) sheets.set(path, attributes["name"] ?? "")
    }
  })
  return failure ?? [...sheets].map(([path, name]) => ({ path, name }))
}

/** Targets are relative to the folder of the workbook, unless they begin with a slash. */
const partPath = (target: string): string => (target.startsWith("/") ? target.slice(1) : `xl/${target}`)

const silent: XmlVisitor = { open: () => {}, text: () => {}, close: () => {}, failure: () => null }

/** The texts of the `t` elements of each item, without those that only say how a text is pronounced. */
const readSharedStrings = (archive: OpenArchive, budget: MemoryBudget): ReadonlyArray<string> | ParseFailure => {
  const strings: Array<string> = []
  const path = "xl/sharedStrings.xml"
  if (!archive.has(path)) return strings
  const elements: Array<string> = []
  let text = ""
  const walked = walkPart(archive, path, {
    open: ({ name }) => {
      elements.push(name)
      if (name === "si") text = ""
    },
    text: (part) => {
      if (budget.bytesLeft < 0 || elements.at(-1) !== "t" || elements.includes("rPh")) return
      budget.bytesLeft -= bytesOf(part)
      text += part
    },
    close: () => {
      if (elements.pop() !== "si") return
      budget.bytesLeft -= stringMemoryBytes
      if (budget.bytesLeft >= 0) strings.push(decodeEscapes(text))
    },
    failure: () => (budget.bytesLeft < 0 ? tooMuchText : null)
  })
  return walked ?? strings
}

/** `_x000D_`: a character that XML cannot hold, or would change. Source: ECMA-376 part 1, 22.9.2.19. */
const decodeEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text

interface SharedStrings {
  readonly texts: ReadonlyArray<string>
  /** 1 = a cell has the text, so that it is in memory anyway. */
  readonly isUsed: Uint8Array
}

/** The memory that the texts of the workbook may still take. Many cells may share one long text, and each may become a text of its own. */
interface MemoryBudget {
  bytesLeft: number
}

/** The memory of an object for a cell, and of one for a shared text, besides the text. */
const cellMemoryBytes = 110
const stringMemoryBytes = 40

const bytesOf = (text: string): number => (hasWideCharacters.test(text) ? 2 * text.length : text.length)

const hasWideCharacters = /[\u0100-\uffff]/

const tooMuchSentence = "The workbook has too much text or too many cells for its size"
const tooMuchText = parseFailure(tooMuchSentence, null)

/** The offset of a cell is one number for its row and its column: most cells are never asked for their place. */
const columnsMax = 2 ** 24

const positionsInSheet =
  (sheet: string): PositionOf =>
  (offset) => ({ line: Math.floor(offset / columnsMax), column: (offset % columnsMax) + 1, sheet })

interface SheetInProgress extends Sheet {
  readonly strings: SharedStrings
  readonly budget: MemoryBudget
  readonly visitRow: (row: TableRow) => void
}

interface CellInProgress {
  readonly type: string
  readonly row: number
  readonly column: number
  text: string
}

const visitSheet = (archive: OpenArchive, sheet: SheetInProgress): ParseFailure | null => {
  const { name: sheetName, strings, budget } = sheet
  const elements: Array<string> = []
  let failure: ParseFailure | null = null
  const cells = new TableRow()
  let row = 0
  let column = -1
  let cell: CellInProgress | null = null

  const fail = (message: string, at: { readonly row: number; readonly column: number }) => {
    const place = `${sheetName}!${printReference(at.row, at.column)}`
    failure ??= { ...parseFailure(`${message} (cell ${place})`, { line: at.row, column: at.column + 1 }) }
  }
  const take = (byteCount: number, at: CellInProgress) => {
    budget.bytesLeft -= byteCount
    if (budget.bytesLeft < 0) fail(tooMuchSentence, at)
  }
  const finishCell = (finished: CellInProgress) => {
    const { type, row: line, column: index, text } = finished
    const stringIndex = type === "s" ? Number(text) : -1
    const shared = strings.texts[stringIndex]
    if (type === "s" && shared === undefined) return fail("The text of the cell is missing in the workbook", finished)
    take(cellMemoryBytes, finished)
    if (shared !== undefined) {
      if (strings.isUsed[stringIndex] === 1) take(bytesOf(shared), finished)
      strings.isUsed[stringIndex] = 1
    }
    if (failure !== null) return
    cells.add(index, shared ?? plainText(type, text), line * columnsMax + index)
  }
  const open = ({ name, attributes }: XmlElement) => {
    elements.push(name)
    if (name === "row") {
      row = numberOf(attributes["r"]) ?? row + 1
      column = -1
      cells.clear()
    } else if (name === "c") {
      column = columnOfReference(attributes["r"] ?? "") ?? column + 1
      cell = { type: attributes["t"] ?? "n", row, column, text: "" }
      if (cell.type === "e") fail("The cell has an error instead of a text", cell)
    }
  }
  const text = (part: string) => {
    const element = elements.at(-1)
    if (cell === null || failure !== null || (element !== "v" && element !== "t")) return
    if (element === "t" && elements.includes("rPh")) return
    take(bytesOf(part), cell)
    cell.text += part
  }
  const close = () => {
    const name = elements.pop()
    if (name === "row" && cells.size > 0 && failure === null) {
      sheet.visitRow(cells)
      cells.clear()
    }
    if (name !== "c" || cell === null) return
    if (cell.text !== "" || cell.type === "inlineStr" || cell.type === "str") finishCell(cell)
    cell = null
  }
  return walkPart(archive, sheet.path, { open, text, close, failure: () => failure })
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
