import { useQuery } from "@tanstack/react-query"
import { Bookmark, BookmarkPlus, ChevronDown, Pencil } from "lucide-react"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Menu, MenuItem, MenuSection } from "../../widget/ui/menu.tsx"
import { savedViewsQuery } from "./saved-view-queries.ts"
import { isSameView, type SavedView, type ViewSearch } from "./saved-views.ts"

const SaveViewDialog = lazyDialog(() => import("./view-dialogs.tsx"), "SaveViewDialog")
const EditViewsDialog = lazyDialog(() => import("./view-dialogs.tsx"), "EditViewsDialog")

interface ViewMenuProps {
  readonly projectId: number
  /** Views that every project has. */
  readonly builtIn: ReadonlyArray<SavedView>
  /** The view that is shown now. */
  readonly search: ViewSearch
  /** Returns the parameters that a view has once it is shown: names of before may stand for others. */
  readonly shownAs: (search: ViewSearch) => ViewSearch
  readonly onOpen: (search: ViewSearch) => void
}

/** Opens a view, saves what is shown as one, and leads to renaming and deleting them. */
export const ViewMenu = ({ projectId, builtIn, search, shownAs, onOpen }: ViewMenuProps) => {
  const t = useText()
  const [dialog, setDialog] = useState<"save" | "edit" | null>(null)
  const own = useQuery(savedViewsQuery(projectId)).data ?? []
  const views = [...builtIn, ...own]
  const shown = views.find((view) => isSameView(shownAs(view.search), search))
  const choose = (id: string) => {
    if (id === "save" || id === "edit") return setDialog(id)
    const view = views[Number(id)]
    if (view !== undefined) onOpen(view.search)
  }
  return (
    <>
      <Menu
        aria-label={t("view.title")}
        onAction={(id) => choose(String(id))}
        trigger={
          <Button icon={<Bookmark aria-hidden />}>
            <bdi>{shown?.name ?? t("view.title")}</bdi>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuSection aria-label={t("view.built-in")}>
          {builtIn.map(({ name }, index) => (
            <MenuItem key={name} id={String(index)}>
              {name}
            </MenuItem>
          ))}
        </MenuSection>
        {own.length > 0 && (
          <MenuSection title={t("view.mine")}>
            {own.map(({ name }, index) => (
              <MenuItem key={name} id={String(builtIn.length + index)} textValue={name}>
                <bdi>{name}</bdi>
              </MenuItem>
            ))}
          </MenuSection>
        )}
        <MenuSection aria-label={t("view.edit")}>
          <MenuItem id="save" icon={<BookmarkPlus aria-hidden />}>
            {t("view.save")}
          </MenuItem>
          {own.length > 0 && (
            <MenuItem id="edit" icon={<Pencil aria-hidden />}>
              {t("view.edit")}
            </MenuItem>
          )}
        </MenuSection>
      </Menu>
      {dialog === "save" && (
        <SaveViewDialog projectId={projectId} search={search} views={own} onClose={() => setDialog(null)} />
      )}
      {dialog === "edit" && <EditViewsDialog projectId={projectId} views={own} onClose={() => setDialog(null)} />}
    </>
  )
}
