import { useText } from "../../base/texts/text.ts"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./project-list-screen.module.css"
import { type ProjectOrder, projectOrders } from "./project-order.ts"

interface ProjectFiltersProps {
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly order: ProjectOrder
  readonly onOrder: (order: ProjectOrder) => void
}

/** Search and order of the list of projects: a part of its own, so that the first screen does not wait for the fields. */
export const ProjectFilters = ({ search, onSearch, order, onOrder }: ProjectFiltersProps) => {
  const t = useText()
  return (
    <div className={styles["filters"]}>
      <div className={styles["search"]}>
        <TextField type="search" label={t("projects.search")} value={search} onChange={onSearch} />
      </div>
      <Select
        label={t("projects.sort")}
        value={order}
        options={projectOrders.map((value) => ({ value, label: t(`projects.sort-${value}`) }))}
        onChange={onOrder}
      />
    </div>
  )
}
