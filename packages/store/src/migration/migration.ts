import type { ColumnTypes } from "./engine-types.ts"

export interface Migration {
  /** Numbers rise and never change their meaning; one may be missing. */
  readonly version: number
  readonly name: string
  readonly statements: (types: ColumnTypes) => ReadonlyArray<string>
}
