/**
 * The cells of a row, in their order in the file; a format may leave cells out. A parser fills the same row again and again, because
 * an object for each row and cell is most of what reading a table makes: who keeps a row takes a copy. ADR 62.
 */
export class TableRow {
  private count = 0
  private readonly columns: Array<number> = []
  private readonly texts: Array<string> = []
  private readonly offsets: Array<number> = []

  get size(): number {
    return this.count
  }

  /** `column`: from 0. `offset`: its place, to the `positionOf` of the table; most cells are never asked for it. */
  add(column: number, text: string, offset: number): void {
    const index = this.count++
    this.columns[index] = column
    this.texts[index] = text
    this.offsets[index] = offset
  }

  clear(): void {
    this.count = 0
  }

  columnAt(index: number): number {
    return this.columns[index] ?? 0
  }

  textAt(index: number): string {
    return this.texts[index] ?? ""
  }

  offsetAt(index: number): number {
    return this.offsets[index] ?? 0
  }

  /** The number of the cell in a column; -1 = there is none. */
  indexOf(column: number): number {
    // Most rows have all cells, and a key in the first one.
    if (this.count > column && this.columns[column] === column) return column
    for (let index = 0; index < this.count; index++) if (this.columns[index] === column) return index
    return -1
  }

  copy(): TableRow {
    const copy = new TableRow()
    for (let index = 0; index < this.count; index++) {
      copy.add(this.columnAt(index), this.textAt(index), this.offsetAt(index))
    }
    return copy
  }
}
