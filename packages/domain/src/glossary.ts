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
