import styles from "./filter-bar.module.css"

/** Number of criteria that are set; its place is kept without one. */
export const FilterCount = ({ count }: { readonly count: number }) => (
  <span className={styles["count"]} style={{ visibility: count === 0 ? "hidden" : undefined }}>
    {count}
  </span>
)
