import { ChevronDown } from "lucide-react"
import type { LanguageModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"

interface SearchScopeMenuProps {
  readonly shown: ReadonlyArray<LanguageModel>
  /** `names`, or a language tag; absent: everywhere. */
  readonly value: string | undefined
  readonly onChange: (scope: string | undefined) => void
}

const everywhere = "everywhere"
const names = "names"

/** Selects the scope of the search: names and texts, names only, or the texts of one language. */
export const SearchScopeMenu = ({ shown, value, onChange }: SearchScopeMenuProps) => {
  const t = useText()
  const textsIn = (tag: string) => t("filter.in-texts", { language: languageName(tag, t.language) })
  const title = value === undefined ? t("filter.everywhere") : value === names ? t("filter.in-names") : textsIn(value)
  return (
    <Menu
      aria-label={t("filter.search-in")}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[idOf(value)]}
      onAction={(id) => onChange(id === everywhere ? undefined : String(id).slice("in:".length))}
      trigger={
        <Button kind="quiet" aria-label={`${t("filter.search-in")}: ${title}`}>
          {title}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuItem id={everywhere}>{t("filter.everywhere")}</MenuItem>
      <MenuItem id={idOf(names)}>{t("filter.in-names")}</MenuItem>
      {shown.map(({ tag }) => (
        <MenuItem key={tag} id={idOf(tag)}>
          {textsIn(tag)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** A language could be called as a place is. */
const idOf = (value: string | undefined): string => (value === undefined ? everywhere : `in:${value}`)
