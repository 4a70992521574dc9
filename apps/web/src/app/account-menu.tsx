import { Keyboard, LogOut, SlidersHorizontal } from "lucide-react"
import { logOut, useUser } from "../session/session.ts"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { Button } from "../ui/button.tsx"
import { errorSentence } from "../ui/error-details.tsx"
import { Menu, MenuItem, MenuSection } from "../ui/menu.tsx"
import styles from "./account-menu.module.css"

interface AccountMenuProps {
  readonly onPreferences: () => void
  readonly onShortcuts: () => void
}

/** Who I am, how the console looks, and the way out. */
export const AccountMenu = ({ onPreferences, onShortcuts }: AccountMenuProps) => {
  const t = useText()
  const { name, username } = useUser()
  const end = () => logOut().catch((error) => showToast({ kind: "failed", text: errorSentence(error, t), error }))
  return (
    <Menu
      aria-label={t("account.menu")}
      trigger={
        <Button kind="quiet">
          <span aria-hidden className={styles["initial"]}>
            {(name || username).slice(0, 1).toLocaleUpperCase(t.language)}
          </span>
          <span className="visually-hidden">{t("account.menu")}: </span>
          <bdi className={styles["name"]}>{name || username}</bdi>
        </Button>
      }
    >
      <MenuSection title={username}>
        <MenuItem icon={<SlidersHorizontal aria-hidden />} onAction={onPreferences}>
          {t("preferences.title")}
        </MenuItem>
        <MenuItem icon={<Keyboard aria-hidden />} onAction={onShortcuts}>
          {t("shortcuts.title")}
        </MenuItem>
      </MenuSection>
      <MenuSection>
        <MenuItem icon={<LogOut aria-hidden />} onAction={end}>
          {t("account.log-out")}
        </MenuItem>
      </MenuSection>
    </Menu>
  )
}
