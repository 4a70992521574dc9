import type { TrashedKeyModel } from "../../base/api/contract.ts"
import { directionOf, useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./key-trash-screen.module.css"
import type { TrashOperation } from "./trash-job.ts"

interface TrashTableProps {
  readonly keys: ReadonlyArray<TrashedKeyModel>
  /** Tag of the base language, whose text is shown; null: there is none. */
  readonly baseTag: string | null
  readonly isSelected: (keyId: number) => boolean
  readonly onToggle: (keyId: number) => void
  readonly onBegin: (operation: TrashOperation, keyId: number) => void
  /** Why an operation is not possible; null: it is. */
  readonly obstacle: Readonly<Record<TrashOperation, string | null>>
}

/** Deleted keys, each with who deleted it, when, and when it is erased. */
export const TrashTable = ({ keys, baseTag, isSelected, onToggle, onBegin, obstacle }: TrashTableProps) => {
  const t = useText()
  return (
    <Table<TrashedKeyModel>
      label={t("trash.title")}
      rows={keys}
      rowId={({ id }) => id}
      columns={[
        {
          id: "key",
          title: t("activity.class-Key"),
          cell: ({ id, name, namespace, translations }) => (
            <Checkbox isSelected={isSelected(id)} onChange={() => onToggle(id)}>
              <span className={styles["key"]}>
                <bdi>{name}</bdi>
              </span>
              {namespace !== null && <bdi className={styles["quiet"]}>{namespace}</bdi>}
              {baseTag !== null && (
                <span lang={baseTag} dir={directionOf(baseTag)} className={styles["quiet"]}>
                  {translations[baseTag]?.text}
                </span>
              )}
            </Checkbox>
          )
        },
        {
          id: "deleted",
          title: t("activity.property-deletedAt"),
          cell: ({ deletedAt, deletedBy }) => (
            <>
              <Time at={deletedAt} />
              <div className={styles["quiet"]}>
                <bdi>{deletedBy === null ? t("activity.server") : deletedBy.name || deletedBy.username}</bdi>
              </div>
            </>
          )
        },
        { id: "erased", title: t("trash.erased-at"), cell: ({ permanentDeleteAt }) => <Time at={permanentDeleteAt} /> },
        {
          id: "actions",
          title: t("account.actions"),
          cell: ({ id, name }) => (
            <div className={styles["actions"]}>
              <Button
                aria-label={t("trash.restore-one", { name })}
                onPress={() => onBegin("restore", id)}
                disabledReason={obstacle.restore}
              >
                {t("trash.restore")}
              </Button>
              <Button
                kind="quiet"
                aria-label={t("trash.erase-one", { name })}
                onPress={() => onBegin("erase", id)}
                disabledReason={obstacle.erase}
              >
                {t("trash.erase")}
              </Button>
            </div>
          )
        }
      ]}
    />
  )
}
