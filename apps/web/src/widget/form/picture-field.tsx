import { FileTrigger } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { useWrite } from "../toast/use-write.ts"
import { Avatar } from "../ui/avatar.tsx"
import { Button } from "../ui/button.tsx"
import styles from "./form.module.css"

interface PictureFieldProps {
  /** Owner of the picture. */
  readonly name: string
  readonly picture: { readonly thumbnail: string } | null
  /** Why it cannot be changed; null: it can. */
  readonly disabledReason?: string | null
  /** The form has the image as the endpoints of pictures take it. */
  readonly onSet: (form: FormData) => Promise<unknown>
  readonly onRemove: () => Promise<unknown>
}

const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"]

/** A picture, which is changed at once. */
export const PictureField = ({ name, picture, disabledReason = null, onSet, onRemove }: PictureFieldProps) => {
  const t = useText()
  const write = useWrite()
  const set = (files: FileList | null) => {
    const file = files?.[0]
    if (file === undefined) return
    const form = new FormData()
    form.append("avatar", file)
    return write(() => onSet(form))
  }
  const choose = <Button disabledReason={disabledReason}>{t("account.choose-picture")}</Button>
  return (
    <div className={styles["picture"]}>
      <Avatar name={name} picture={picture} size="large" />
      {disabledReason === null ? (
        <FileTrigger acceptedFileTypes={pictureTypes} onSelect={set}>
          {choose}
        </FileTrigger>
      ) : (
        choose
      )}
      {picture !== null && (
        <Button kind="quiet" disabledReason={disabledReason} onPress={() => write(onRemove)}>
          {t("account.remove-picture")}
        </Button>
      )}
    </div>
  )
}
