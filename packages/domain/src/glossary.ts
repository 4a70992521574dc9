export {
  checkTranslateTerm,
  type GlossaryContent,
  type GlossaryInput,
  type TermContent,
  type TermInput,
  validateEditedGlossary,
  validateHighlightedText,
  validateNewGlossary,
  validateTerm,
  validateTermTranslation
} from "./glossary/glossary-rules.ts"
export {
  type GlossaryTerm,
  type GlossaryTermFlags,
  glossaryTermIdentity,
  glossaryTermLimits,
  type ImportedGlossaryTerm,
  mergeGlossaryTerm,
  noGlossaryTermFlags,
  termTextIn
} from "./glossary/glossary-term.ts"
export {
  buildTermIndex,
  findTerms,
  type IndexedTerm,
  type TermIndex,
  type TermMatch,
  type TermMatchKind,
  termMatchesMax,
  termMatchKinds
} from "./glossary/term-index.ts"
export { proseFiller } from "./glossary/text-words.ts"
