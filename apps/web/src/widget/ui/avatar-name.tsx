import type { ReactNode } from "react"
import { Avatar } from "./avatar.tsx"
import styles from "./avatar-name.module.css"

interface AvatarNameProps {
  readonly name: string
  readonly picture: Parameters<typeof Avatar>[0]["picture"]
  /** Beneath the name: what tells it from others of this name. */
  readonly detail: ReactNode
  /** In place of the plain name: a link with it. */
  readonly children?: ReactNode
}

/** The picture and name at the start of a list's row. */
export const AvatarName = ({ name, picture, detail, children = <bdi>{name}</bdi> }: AvatarNameProps) => (
  <span className={styles["whole"]}>
    <Avatar name={name} picture={picture} />
    <span className={styles["names"]}>
      {children}
      <span className={styles["detail"]}>{detail}</span>
    </span>
  </span>
)
