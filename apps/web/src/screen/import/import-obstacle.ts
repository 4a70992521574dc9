import type { ImportLanguageModel, LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import type { TextKey } from "../../base/texts/text.ts"
import { editObstacle } from "../translation-list/edit-permission.ts"

/** Why an import cannot be applied yet. */
export interface ImportObstacle {
  readonly reason: TextKey
  readonly count: number
  /** The id of the part of the page where it can be solved. */
  readonly section: "import-languages" | "import-conflicts"
}

/** Why a language of an import may not go into the paired language of the project; null: it may. */
export const languageObstacle = (
  row: Pick<ImportLanguageModel, "existingLanguageId">,
  project: ProjectModel,
  languages: ReadonlyArray<LanguageModel>
): TextKey | null => {
  const language = languages.find(({ id }) => id === row.existingLanguageId)
  return language === undefined ? null : editObstacle(project, language, undefined)
}

export const unresolvedCount = (rows: ReadonlyArray<ImportLanguageModel>): number =>
  rows.reduce((sum, { conflictCount, resolvedCount }) => sum + conflictCount - resolvedCount, 0)

/** The obstacles to applying, in the order of the page. */
export const importObstacles = (
  rows: ReadonlyArray<ImportLanguageModel>,
  project: ProjectModel,
  languages: ReadonlyArray<LanguageModel>
): ReadonlyArray<ImportObstacle> => {
  const unpaired = rows.filter(({ existingLanguageId }) => existingLanguageId === null).length
  const forbidden = rows.filter((row) => languageObstacle(row, project, languages) !== null).length
  const obstacles: ReadonlyArray<ImportObstacle> = [
    { reason: "import.obstacle-unpaired", count: unpaired, section: "import-languages" },
    { reason: "import.obstacle-forbidden", count: forbidden, section: "import-languages" },
    { reason: "import.obstacle-conflicts", count: unresolvedCount(rows), section: "import-conflicts" }
  ]
  return obstacles.filter(({ count }) => count > 0)
}
