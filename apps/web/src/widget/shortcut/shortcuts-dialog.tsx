import { useId } from "react"
import { useText } from "../../base/texts/text.ts"
import { Dialog } from "../ui/dialog.tsx"
import { type Shortcut, type ShortcutPlace, shortcutPlaces, useShortcutList } from "./shortcut.ts"
import styles from "./shortcuts-dialog.module.css"
import { shownKey } from "./shown-keys.ts"

/** The shortcuts of this screen, by where they work. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const shortcuts = useShortcutList()
  return (
    <Dialog title={t("shortcuts.title")} isOpen onClose={onClose}>
      {shortcutPlaces.map((place) => {
        const here = shortcuts.filter((shortcut) => shortcut.place === place)
        return here.length === 0 ? null : <PlaceShortcuts key={place} place={place} shortcuts={here} />
      })}
    </Dialog>
  )
}

interface PlaceShortcutsProps {
  readonly place: ShortcutPlace
  readonly shortcuts: ReadonlyArray<Shortcut>
}

const PlaceShortcuts = ({ place, shortcuts }: PlaceShortcutsProps) => {
  const t = useText()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles["place"]}>
        {t(`shortcuts.place-${place}`)}
      </h3>
      <dl className={styles["list"]}>
        {shortcuts.map(({ keys, title }) => (
          <div key={`${keys} ${title}`}>
            <dt>{t(title)}</dt>
            <dd>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{shownKey(key, t)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
