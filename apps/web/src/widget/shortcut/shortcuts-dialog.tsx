import { useId, useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { Dialog } from "../ui/dialog.tsx"
import { TextField } from "../ui/text-field.tsx"
import { type Shortcut, type ShortcutPlace, shortcutPlaces, useShortcutList } from "./shortcut.ts"
import styles from "./shortcuts-dialog.module.css"
import { shownKey } from "./shown-keys.ts"

/** The shortcuts of this screen, by where they work; typing finds one by its description or its keys. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const [search, setSearch] = useState("")
  const sought = search.trim().toLocaleLowerCase(t.language)
  const shortcuts = useShortcutList().filter(({ keys, title }) => {
    const shownKeys = keys.split(" ").map((key) => shownKey(key, t))
    return [t(title), ...shownKeys, shownKeys.join("+")].some((text) =>
      text.toLocaleLowerCase(t.language).includes(sought)
    )
  })
  return (
    <Dialog title={t("shortcuts.title")} isWide isOpen onClose={onClose}>
      <TextField type="search" label={t("shortcuts.find")} autoFocus value={search} onChange={setSearch} />
      <div className={styles["places"]}>
        {shortcutPlaces.map((place) => {
          const here = shortcuts.filter((shortcut) => shortcut.place === place)
          return here.length === 0 ? null : <PlaceShortcuts key={place} place={place} shortcuts={here} />
        })}
      </div>
      {shortcuts.length === 0 && <p role="status">{t("palette.no-match")}</p>}
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
