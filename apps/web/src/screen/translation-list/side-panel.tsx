import { useQueryClient } from "@tanstack/react-query"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import type { NeighbourKey } from "../../feature/key-panel/key-context.tsx"
import type { PanelSection } from "../../feature/key-panel/panel-section.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { editObstacle } from "./edit-permission.ts"
import type { ListedNeighbours } from "./key-neighbours.ts"
import { noTranslation, patchKey, patchTranslation } from "./key-pages.ts"

interface SidePanelProps {
  readonly project: ProjectModel
  readonly listedKey: ListedKeyModel
  readonly language: LanguageModel
  readonly base: LanguageModel | null
  readonly userId: number
  readonly section: PanelSection
  readonly wantsFocus: PanelSection | null
  readonly onFocused: () => void
  readonly neighbours: ListedNeighbours
  readonly isSaving: boolean
  readonly onSelect: (section: PanelSection) => void
  readonly onClose: () => void
  readonly onLeave: () => void
  readonly onEditKey: () => void
  readonly onRestore: (text: string) => void
  readonly onUse: (text: string) => void
}

// Comparing words, dropping files, forms: the list does without them until the panel opens.
const KeyPanel = lazyPart(
  () => import("../../feature/key-panel/key-panel.tsx"),
  "KeyPanel",
  <Skeleton width="360px" height="100%" />
)

/** The panel of the active text: what changes in it shows in the list. */
export const SidePanel = ({ neighbours, ...panel }: SidePanelProps) => {
  const t = useText()
  const client = useQueryClient()
  const { project, listedKey: key, language, base } = panel
  const translation = key.translations[language.tag] ?? noTranslation
  const obstacle = editObstacle(project, language, translation, key.tasks)
  const toNeighbour = (listed: ListedKeyModel | null): NeighbourKey | null =>
    listed === null
      ? null
      : { id: listed.keyId, name: listed.keyName, text: listed.translations[base?.tag ?? ""]?.text ?? null }
  return (
    <KeyPanel
      {...panel}
      translation={translation}
      neighbours={{ before: toNeighbour(neighbours.before), after: toNeighbour(neighbours.after) }}
      obstacle={obstacle === null ? null : t(obstacle)}
      onTranslationChange={(change) => patchTranslation(client, project.id, key.keyId, language.tag, change)}
      onScreenshotCount={(screenshotCount) =>
        patchKey(client, project.id, key.keyId, (shown) => ({ ...shown, screenshotCount }))
      }
    />
  )
}
