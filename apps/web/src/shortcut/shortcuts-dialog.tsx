import { useText } from "../texts/text.ts"
import { Dialog } from "../ui/dialog.tsx"
import { useShortcutList } from "./shortcut.ts"
import styles from "./shortcuts-dialog.module.css"

/** The shortcuts of this screen. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  return (
    <Dialog title={t("shortcuts.title")} isOpen onClose={onClose}>
      <dl className={styles["list"]}>
        {useShortcutList().map(({ keys, title }) => (
          <div key={`${keys} ${title}`}>
            <dt>{t(title)}</dt>
            <dd>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
