import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import type { ListSearch } from "./list-search.ts"

export interface FilterMenusProps {
  readonly project: ProjectModel
  /** The languages of the project, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly shown: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
  readonly onChange: (changes: Partial<ListSearch>) => void
  /** The user has chosen the shown languages: `en,cs`. */
  readonly onLanguages: (languages: string) => void
}
