export {
  checkPluralOfSuggestion,
  decideSuggestion,
  effectiveProtection,
  type SuggestionState,
  type SuggestionsMode,
  suggestionDigestMillis,
  suggestionStates,
  suggestionsModes,
  validateSuggestion
} from "./suggestion/suggestion.ts"
