import { Check, ChevronRight } from "lucide-react"
import type { ReactNode, RefObject } from "react"
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  type MenuSectionProps as AriaMenuSectionProps,
  Header,
  MenuTrigger,
  Popover,
  Separator,
  SubmenuTrigger
} from "react-aria-components"
import styles from "./menu.module.css"

interface MenuProps<T extends object> extends Omit<AriaMenuProps<T>, "className" | "style"> {
  /** The trigger of the menu: a `Button` or an `IconButton`. */
  readonly trigger: ReactNode
}

/** A menu under its button: arrow keys, first letters, Escape. */
export const Menu = <T extends object>({ trigger, ...props }: MenuProps<T>) => (
  <MenuTrigger>
    {trigger}
    <Popover className={styles["popover"] ?? ""} offset={4}>
      <AriaMenu {...props} className={styles["menu"] ?? ""} />
    </Popover>
  </MenuTrigger>
)

/** Windows without room for two menus side by side. */
const phone = "(max-width: 479px)"

interface SubmenuProps<T extends object> extends Omit<AriaMenuProps<T>, "className" | "style"> {
  /** Names its entry in the menu around it. */
  readonly title: string
}

/** A menu beside an entry of another one: the arrow keys open and close it. */
export const Submenu = <T extends object>({ title, ...props }: SubmenuProps<T>) => (
  <SubmenuTrigger>
    <MenuItem>{title}</MenuItem>
    <Popover
      className={styles["popover"] ?? ""}
      placement={window.matchMedia(phone).matches ? "bottom start" : "end top"}
    >
      <AriaMenu {...props} className={styles["menu"] ?? ""} />
    </Popover>
  </SubmenuTrigger>
)

interface MenuPopoverProps<T extends object> extends Omit<AriaMenuProps<T>, "className" | "style"> {
  readonly label: string
  /** The anchor of the menu. */
  readonly triggerRef: RefObject<Element | null>
  readonly onClose: () => void
}

/** A menu that is open at a place of the page; closing returns the focus. */
export const MenuPopover = <T extends object>({ label, triggerRef, onClose, ...props }: MenuPopoverProps<T>) => (
  <Popover
    className={styles["popover"] ?? ""}
    aria-label={label}
    triggerRef={triggerRef}
    isOpen
    offset={4}
    onOpenChange={(isOpen) => {
      if (!isOpen) onClose()
    }}
  >
    <AriaMenu {...props} aria-label={label} autoFocus="first" onClose={onClose} className={styles["menu"] ?? ""} />
  </Popover>
)

interface MenuItemProps extends Omit<AriaMenuItemProps, "className" | "style" | "children"> {
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** For type-ahead; needed where the children are more than a text. */
  readonly textValue?: string
}

/** An entry of a menu; a check mark shows the selected ones. */
export const MenuItem = ({ icon, children, textValue, ...props }: MenuItemProps) => (
  <AriaMenuItem
    {...props}
    {...(textValue !== undefined ? { textValue } : typeof children === "string" ? { textValue: children } : {})}
    className={styles["item"] ?? ""}
  >
    {({ isSelected, selectionMode, hasSubmenu }) => (
      <>
        {selectionMode !== "none" && <span className={styles["mark"]}>{isSelected && <Check aria-hidden />}</span>}
        {icon}
        <span className={styles["text"]}>{children}</span>
        {hasSubmenu && <ChevronRight aria-hidden className={styles["mirrored"]} />}
      </>
    )}
  </AriaMenuItem>
)

interface MenuSectionProps<T extends object> extends Omit<AriaMenuSectionProps<T>, "className" | "style"> {
  readonly title?: string
}

export const MenuSection = <T extends object>({
  title,
  children,
  ...props
}: MenuSectionProps<T> & { children: ReactNode }) => (
  <AriaMenuSection {...props} className={styles["section"] ?? ""}>
    {title !== undefined && <Header className={styles["title"] ?? ""}>{title}</Header>}
    {children}
  </AriaMenuSection>
)

export const MenuSeparator = () => <Separator className={styles["separator"] ?? ""} />
