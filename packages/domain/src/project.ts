export {
  baseLanguageIndex,
  type ProjectCreation,
  type ProjectCreationInput,
  type ProjectEdit,
  type ProjectEditInput,
  validateProjectCreation,
  validateProjectEdit
} from "./project/project-rules.ts"
export { type SlugLimits, slugCandidates, slugCandidatesMax, slugLimits, slugPattern } from "./project/slug.ts"
