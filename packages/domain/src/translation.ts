export {
  changedStates,
  editTranslation,
  outdatedTranslations,
  type PlacedTranslation,
  type TranslationChange
} from "./translation/edit-translation.ts"
export {
  type AssignableState,
  assignableStates,
  checkText,
  convertText,
  disable,
  enable,
  isSameTranslation,
  markOutdated,
  needsStateEdit,
  setState,
  setText,
  type Translation,
  type TranslationProtection,
  type TranslationState,
  translationProtections,
  translationStates,
  translationTextMaxUtf16Units,
  untranslated
} from "./translation/translation.ts"
export {
  type SetTranslations,
  type SetTranslationsInput,
  validateSetTranslations
} from "./translation/translation-rules.ts"
