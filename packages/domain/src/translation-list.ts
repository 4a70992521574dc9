export {
  type KeyCondition,
  type KeyFilters,
  parseKeyConditions,
  type SelectedLanguage,
  type TextPattern,
  type TranslationCondition
} from "./translation-list/key-conditions.ts"
export {
  type KeyOrder,
  type KeySortCriterion,
  type KeySortProperty,
  keyIdOf,
  keySortProperties,
  type LanguageProperty,
  type ListCursor,
  parseCursor,
  printCursor,
  type SortValue,
  sortablePropertiesOf,
  sortablePropertiesOfTrash,
  toKeyOrder
} from "./translation-list/key-order.ts"
export { parseSearchLine, searchLineUsernames } from "./translation-list/search-line.ts"
export { type NamedText, printTextTree } from "./translation-list/text-tree.ts"
