import styles from "./skeleton.module.css"

interface SkeletonProps {
  /** CSS lengths: those of the content that comes. */
  readonly width?: string
  readonly height?: string
}

/** The place of content that loads; it appears after 150 ms, so that quick answers do not flicker. */
export const Skeleton = ({ width = "100%", height = "1em" }: SkeletonProps) => (
  <span aria-hidden className={styles["skeleton"]} style={{ inlineSize: width, blockSize: height }} />
)
