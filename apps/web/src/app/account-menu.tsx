import { useNavigate } from "@tanstack/react-router"
import { Building2, CircleUserRound, ClipboardList, Keyboard, LogOut, Server, SlidersHorizontal } from "lucide-react"
import { useText } from "../base/texts/text.ts"
import { logOut, useUser } from "../feature/session/session.ts"
import { NotificationBell } from "../screen/notification/notification-bell.tsx"
import { showToast } from "../widget/toast/toast.ts"
import { Avatar } from "../widget/ui/avatar.tsx"
import { Button } from "../widget/ui/button.tsx"
import { errorSentence } from "../widget/ui/error-details.tsx"
import { Menu, MenuItem, MenuSection } from "../widget/ui/menu.tsx"
import styles from "./account-menu.module.css"

interface AccountMenuProps {
  readonly onShortcuts: () => void
}

/** Notifications and my account: one part, which the first screen does not wait for. */
export const AccountMenu = ({ onShortcuts }: AccountMenuProps) => (
  <>
    <NotificationBell />
    <UserMenu onShortcuts={onShortcuts} />
  </>
)

/** Shows who I am, the preferences, and the logout. */
const UserMenu = ({ onShortcuts }: AccountMenuProps) => {
  const t = useText()
  const { name, username, avatar, globalServerRole } = useUser()
  const navigate = useNavigate()
  const end = () => logOut().catch((error) => showToast({ kind: "failed", text: errorSentence(error, t), error }))
  return (
    <Menu
      aria-label={t("account.menu")}
      trigger={
        <Button kind="quiet">
          <Avatar name={name || username} picture={avatar} />
          <span className="visually-hidden">{t("account.menu")}: </span>
          <bdi className={styles["name"]}>{name || username}</bdi>
        </Button>
      }
    >
      <MenuSection title={username}>
        <MenuItem icon={<CircleUserRound aria-hidden />} onAction={() => navigate({ to: "/account/profile" })}>
          {t("account.profile")}
        </MenuItem>
        <MenuItem icon={<ClipboardList aria-hidden />} onAction={() => navigate({ to: "/my-tasks" })}>
          {t("task.mine")}
        </MenuItem>
        <MenuItem icon={<Building2 aria-hidden />} onAction={() => navigate({ to: "/organizations" })}>
          {t("server.organizations")}
        </MenuItem>
        <MenuItem icon={<SlidersHorizontal aria-hidden />} onAction={() => navigate({ to: "/account/preferences" })}>
          {t("preferences.title")}
        </MenuItem>
        <MenuItem icon={<Keyboard aria-hidden />} onAction={onShortcuts}>
          {t("shortcuts.title")}
        </MenuItem>
        {globalServerRole === "ADMIN" && (
          <MenuItem icon={<Server aria-hidden />} onAction={() => navigate({ to: "/server/users" })}>
            {t("server.title")}
          </MenuItem>
        )}
      </MenuSection>
      <MenuSection>
        <MenuItem icon={<LogOut aria-hidden />} onAction={end}>
          {t("account.log-out")}
        </MenuItem>
      </MenuSection>
    </Menu>
  )
}
