import styles from "./logo.module.css"

/** The sign and the name. */
export const Logo = ({ isSignOnly = false }: { readonly isSignOnly?: boolean }) => (
  <span className={styles["logo"]}>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={styles["ground"]} />
      <path d="M8 9h9a7 7 0 0 1 0 14H8z" className={styles["letter"]} />
      <path d="M13 16h13" className={styles["arrow"]} />
    </svg>
    {isSignOnly ? null : <span>Dragoman</span>}
  </span>
)
