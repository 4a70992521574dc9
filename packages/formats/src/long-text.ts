/**
 * The text of a file, growing from short parts. They are joined in between: parts that all live until the end are what the
 * garbage collector of a large export is busy with.
 */
export class LongText {
  private parts: Array<string> = []
  private readonly slices: Array<string> = []

  add(part: string): void {
    if (this.parts.push(part) === partsMax) this.joinParts()
  }

  /** Called once, last. */
  finish(): string {
    this.joinParts()
    return this.slices.join("")
  }

  private joinParts(): void {
    this.slices.push(this.parts.join(""))
    this.parts = []
  }
}

/** Joined at once: few enough to be gone before the garbage collector copies them. */
const partsMax = 1_000
