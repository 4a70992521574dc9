export type { KeyCondition, TranslationCondition } from "./translation-list/key-condition.ts"
export {
  type KeyOrder,
  type KeySortCriterion,
  type KeySortProperty,
  sortablePropertiesOf,
  sortablePropertiesOfTrash,
  toKeyOrder
} from "./translation-list/key-order.ts"
export {
  keyIdOf,
  type ListCursor,
  parseCursor,
  printCursor,
  type SortValue
} from "./translation-list/list-cursor.ts"
export { type KeyFilters, parseKeyConditions, type SelectedLanguage } from "./translation-list/parse-key-conditions.ts"
export type { TextPattern } from "./translation-list/text-pattern.ts"
export { type NamedText, printTextTree } from "./translation-list/text-tree.ts"
