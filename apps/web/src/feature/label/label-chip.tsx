import type { CSSProperties } from "react"
import type { LabelModel } from "../../base/api/contract.ts"
import styles from "./label-chip.module.css"

/** A label in its colour. */
export const LabelChip = ({ label: { name, color, description } }: { readonly label: LabelModel }) => (
  <bdi className={styles["chip"]} title={description ?? undefined} style={{ "--label": color } as CSSProperties}>
    {name}
  </bdi>
)
