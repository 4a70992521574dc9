/**
 * One piece of an ICU message. `start` and `end` are UTF-16 offsets in the message: what is not understood further
 * is carried over as it was written.
 */
export type MessageNode = LiteralNode | NumberSignNode | ArgumentNode | ChoiceNode

/** `value` without quoting. */
export interface LiteralNode {
  readonly kind: "literal"
  readonly value: string
  readonly start: number
  readonly end: number
}

/** `#` in the text of a plural form. */
export interface NumberSignNode {
  readonly kind: "numberSign"
  readonly start: number
  readonly end: number
}

/** `{name}`, `{name, number}`, `{name, number, .00}`. */
export interface ArgumentNode {
  readonly kind: "argument"
  readonly name: string
  /** `number`, `date`, …; null = none. */
  readonly type: string | null
  /** The format as written, trimmed; null = none. */
  readonly style: string | null
  readonly start: number
  readonly end: number
}

/** `{name, plural, …}`, `{name, selectordinal, …}`, `{name, select, …}`. */
export interface ChoiceNode {
  readonly kind: "plural" | "selectordinal" | "select"
  readonly name: string
  /** `offset:1` of a plural; 0 = none. */
  readonly offset: number
  readonly options: ReadonlyArray<ChoiceOption>
  readonly start: number
  readonly end: number
}

export interface ChoiceOption {
  /** `one`, `=0`, `male`. */
  readonly selector: string
  readonly nodes: ReadonlyArray<MessageNode>
  /** Bounds of the text between the braces. */
  readonly start: number
  readonly end: number
}
