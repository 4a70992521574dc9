import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useMemo } from "react"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { LabelChip } from "../../feature/label/label-chip.tsx"
import { labelsQuery } from "../../feature/label/label-queries.ts"
import { MenuItem, MenuPopover, MenuSection } from "../../widget/ui/menu.tsx"
import { useSetLabels } from "./set-labels.ts"

interface LabelMenuProps {
  readonly project: ProjectModel
  readonly listedKey: ListedKeyModel
  readonly language: LanguageModel
  /** The anchor of the menu, which gets the focus back. */
  readonly trigger: Element
  readonly onClose: () => void
}

const settingsItem = "settings"

/** The labels of a text: Space adds one or removes it, and the menu stays open. */
export const LabelMenu = ({ project, listedKey: key, language, trigger, onClose }: LabelMenuProps) => {
  const t = useText()
  const navigate = useNavigate()
  const { data: labels } = useQuery(labelsQuery(project.id))
  const setLabel = useSetLabels(project.id)
  const triggerRef = useMemo(() => ({ current: trigger }), [trigger])
  if (labels === undefined) return null
  const assigned = key.translations[language.tag]?.labels ?? []
  const title = t("label.of-text", { key: key.keyName, language: languageName(language.tag, t.language) })
  if (labels.length === 0) {
    return (
      <MenuPopover
        label={title}
        triggerRef={triggerRef}
        onClose={onClose}
        onAction={() => void navigate({ to: "/projects/$projectId/settings", params: { projectId: project.id } })}
      >
        <MenuItem id={settingsItem}>{t("label.none-yet")}</MenuItem>
      </MenuPopover>
    )
  }
  return (
    <MenuPopover
      label={title}
      triggerRef={triggerRef}
      onClose={onClose}
      selectionMode="multiple"
      selectedKeys={assigned.map(({ id }) => id)}
      onSelectionChange={(chosen) => {
        for (const label of labels) {
          const isChosen = chosen === "all" || chosen.has(label.id)
          const isAssigned = assigned.some(({ id }) => id === label.id)
          if (isChosen !== isAssigned) void setLabel(key, language, label, isChosen)
        }
      }}
    >
      <MenuSection title={title}>
        {labels.map((label) => (
          <MenuItem key={label.id} id={label.id} textValue={label.name}>
            <LabelChip label={label} />
          </MenuItem>
        ))}
      </MenuSection>
    </MenuPopover>
  )
}
