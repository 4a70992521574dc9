export {
  baseLanguageIndex,
  type ProjectCreation,
  type ProjectCreationInput,
  type ProjectEdit,
  type ProjectEditInput,
  validateProjectCreation,
  validateProjectEdit
} from "./project/project-rules.ts"
export { slugCandidates, slugCandidatesMax, slugPattern } from "./project/slug.ts"
