import { ChevronDown } from "lucide-react"
import type { LanguageModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"
import { namesScope, scopeTitle } from "./search-scope.ts"

interface SearchScopeMenuProps {
  readonly shown: ReadonlyArray<LanguageModel>
  /** `names`, or a language tag; absent: everywhere. */
  readonly value: string | undefined
  readonly onChange: (scope: string | undefined) => void
}

const everywhere = "everywhere"

/** Selects the scope of the search: names and texts, names only, or the texts of one language. */
export const SearchScopeMenu = ({ shown, value, onChange }: SearchScopeMenuProps) => {
  const t = useText()
  const title = scopeTitle(value, t)
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
      <MenuItem id={idOf(namesScope)}>{scopeTitle(namesScope, t)}</MenuItem>
      {shown.map(({ tag }) => (
        <MenuItem key={tag} id={idOf(tag)}>
          {scopeTitle(tag, t)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** A language could be called as a place is. */
const idOf = (value: string | undefined): string => (value === undefined ? everywhere : `in:${value}`)
