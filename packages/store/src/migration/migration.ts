import type { Engine } from "../database/database.ts"

/** What differs between the engines in a table definition; the statements themselves are the same text. */
export interface ColumnTypes {
  /** Generated 64-bit key that is never used again. */
  readonly id: string
  /** 64-bit integer. */
  readonly integer: string
  readonly text: string
  readonly bytes: string
  /** Behind the closing parenthesis of a table. */
  readonly strict: string
  /** Behind the closing parenthesis of a table whose rows lie in the order of its primary key. */
  readonly clustered: string
  readonly engine: Engine
}

export interface Migration {
  /** Numbers rise and never change their meaning; one may be missing. */
  readonly version: number
  readonly name: string
  readonly statements: (types: ColumnTypes) => ReadonlyArray<string>
}
