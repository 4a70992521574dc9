import { ownPath } from "../../base/api/own-path.ts"
import { useText } from "../../base/texts/text.ts"
import styles from "./avatar.module.css"

interface AvatarProps {
  readonly name: string
  readonly picture: { readonly thumbnail: string } | null
  readonly size?: "small" | "large"
}

/** The picture of a person or an organization, or the first letter of the name. Decoration: the name stands beside it. */
export const Avatar = ({ name, picture, size = "small" }: AvatarProps) => {
  const t = useText()
  const className = `${styles["avatar"]} ${styles[size]}`
  return picture === null ? (
    <span aria-hidden className={className}>
      {[...name].slice(0, 1).join("").toLocaleUpperCase(t.language)}
    </span>
  ) : (
    <img src={ownPath(picture.thumbnail)} alt="" className={className} />
  )
}
