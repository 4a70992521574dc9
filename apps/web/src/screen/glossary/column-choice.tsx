import { ChevronDown, Columns3 } from "lucide-react"
import { useState } from "react"
import { languageName, useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Menu, MenuItem, MenuSection } from "../../widget/ui/menu.tsx"

const AddColumnDialog = lazyDialog(() => import("./add-column-dialog.tsx"), "AddColumnDialog")

interface ColumnChoiceProps {
  /** Without the base language. */
  readonly offered: ReadonlyArray<string>
  readonly shown: ReadonlyArray<string>
  readonly onChange: (tags: ReadonlyArray<string>) => void
}

const otherItem = "other"

/** The languages that have a column; another one may be added. */
export const ColumnChoice = ({ offered, shown, onChange }: ColumnChoiceProps) => {
  const t = useText()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Menu
        aria-label={t("projects.languages")}
        onAction={(id) => {
          if (id === otherItem) setAdding(true)
        }}
        trigger={
          <Button icon={<Columns3 aria-hidden />}>
            {t("projects.languages")}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuSection
          selectionMode="multiple"
          selectedKeys={shown.map(idOf)}
          onSelectionChange={(selected) =>
            onChange(offered.filter((tag) => selected === "all" || selected.has(idOf(tag))))
          }
          aria-label={t("projects.languages")}
        >
          {offered.map((tag) => (
            <MenuItem key={tag} id={idOf(tag)} textValue={languageName(tag, t.language)}>
              {languageName(tag, t.language)}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuItem id={otherItem}>{t("glossary.other-language")}</MenuItem>
      </Menu>
      {isAdding && (
        <AddColumnDialog onAdd={(tag) => onChange([...new Set([...shown, tag])])} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

/** A tag could be the name of another entry. */
const idOf = (tag: string) => `tag:${tag}`
