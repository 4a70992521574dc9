import { type CheckType, checkTypes, type ProseCheckType, proseCheckTypes } from "./check.ts"
import { categoryOf } from "./check-text.ts"

export interface CheckTypeGroup {
  readonly category: "TEXT" | "TECHNICAL"
  readonly checkTypes: ReadonlyArray<CheckType | ProseCheckType>
}

/** Lists the types of checks by category, in the order in which clients of Tolgee show them. `hasProse`: with spelling and grammar. */
export const groupCheckTypes = (hasProse: boolean): ReadonlyArray<CheckTypeGroup> => {
  const types = hasProse ? [...checkTypes, ...proseCheckTypes] : checkTypes
  return (["TEXT", "TECHNICAL"] as const).map((category) => ({
    category,
    checkTypes: types.filter((type) => categoryOf(type) === category)
  }))
}
