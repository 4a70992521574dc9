import { ListFilter } from "lucide-react"
import { useState } from "react"
import { Dialog, DialogTrigger, Modal, ModalOverlay, Popover } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { Button } from "../../widget/ui/button.tsx"
import { FilterCount } from "./filter-count.tsx"
import styles from "./filter-panel.module.css"
import { FilterPanel } from "./filter-panel.tsx"
import type { FilterMenusProps } from "./filter-props.ts"
import { setFilterNames } from "./list-search.ts"

/** Windows in which a menu has no place beside what it filters. */
const phone = "(max-width: 479px)"

/** One menu with every filter; `f` opens it. On a phone it is a sheet. */
export const FilterButton = (props: Pick<FilterMenusProps, "project" | "shown" | "search" | "onChange">) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  useShortcuts([{ keys: "f", title: "shortcuts.filter", place: "list", run: () => setOpen(true) }])
  const close = () => setOpen(false)
  const isSheet = window.matchMedia(phone).matches
  const dialog = (
    <Dialog aria-label={t("filter.title")} className={styles["dialog"] ?? ""}>
      <FilterPanel {...props} isSheet={isSheet} onClose={close} />
    </Dialog>
  )
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button data-filter icon={<ListFilter aria-hidden />}>
        {t("filter.title")}
        <FilterCount count={setFilterNames(props.search).length} />
      </Button>
      {isSheet ? (
        <ModalOverlay className={styles["backdrop"] ?? ""} isDismissable>
          <Modal className={styles["sheet"] ?? ""}>{dialog}</Modal>
        </ModalOverlay>
      ) : (
        <Popover className={styles["popover"] ?? ""} placement="bottom start" offset={4}>
          {dialog}
        </Popover>
      )}
    </DialogTrigger>
  )
}
