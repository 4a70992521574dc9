/** A text that was written over another one, with what is needed to write that again. */
export interface UndoableWrite {
  readonly keyId: number
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly branch: string | null
  readonly languageTag: string
  readonly before: { readonly text: string; readonly isReviewed: boolean }
  readonly after: { readonly text: string }
}

/** Writes that can be undone, the last one first. */
export type UndoStack = ReadonlyArray<UndoableWrite>

const writesMax = 50

export const rememberWrite = (stack: UndoStack, write: UndoableWrite): UndoStack =>
  [write, ...stack].slice(0, writesMax)

export const recallWrite = (stack: UndoStack): { readonly write: UndoableWrite | null; readonly rest: UndoStack } => ({
  write: stack[0] ?? null,
  rest: stack.slice(1)
})
