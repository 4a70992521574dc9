import { Context } from "effect"

/** Longest time for which a line waits for others. */
const waitMillisMax = 100

/** Waiting text that is written without more waiting. */
const waitingMaxUtf16Units = 65_536

/** Whether lines of the fiber may wait a moment, to be written together with others. Each write blocks the program for its time. */
export const LinesMayWait = Context.Reference<boolean>("@dragoman/monitoring/LinesMayWait", {
  defaultValue: () => false
})

/** Writes lines in their order, and those that may wait together. */
export class LineBatch {
  readonly #write: (lines: string) => void
  #waiting = ""
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(write: (lines: string) => void) {
    this.#write = write
    // Also after a second signal and an exception that is not caught.
    process.once("exit", this.#flush)
  }

  add(line: string, mayWait: boolean): void {
    this.#waiting += line
    if (!mayWait || this.#isClosed || this.#waiting.length >= waitingMaxUtf16Units) this.#flush()
    else this.#timer ??= setTimeout(this.#flush, waitMillisMax).unref()
  }

  /** Writes the waiting lines; later ones do not wait. */
  close(): void {
    this.#isClosed = true
    process.off("exit", this.#flush)
    this.#flush()
  }

  readonly #flush = (): void => {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const lines = this.#waiting
    this.#waiting = ""
    if (lines !== "") this.#write(lines)
  }
}
