import type { Text, TextKey } from "../../base/texts/text.ts"

/** Keys whose names differ between keyboards. */
const named: Readonly<Record<string, TextKey>> = {
  Ctrl: "shortcuts.key-ctrl",
  End: "shortcuts.key-end",
  Enter: "shortcuts.key-enter",
  PageDown: "shortcuts.key-page-down",
  Shift: "shortcuts.key-shift",
  Space: "shortcuts.key-space"
}

/** A key as it is written on the keyboards of a language. */
export const shownKey = (key: string, t: Text): string => {
  const name = named[key]
  return name === undefined ? key : t(name)
}

/** The same for keys with spaces between them: "Ctrl K". */
export const shownKeys = (keys: string, t: Text): string =>
  keys
    .split(" ")
    .map((key) => shownKey(key, t))
    .join(" ")
