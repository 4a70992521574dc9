import type { Text } from "../../base/texts/text.ts"

/** A larger number would not fit on the bell. */
const countMax = 99

/** The visible label of the bell, and its accessible name, which contains it. Source: WCAG 2.2, 2.5.3 Label in Name. */
export const unseenLabel = (count: number, t: Text): { readonly badge: string; readonly name: string } => {
  const number = new Intl.NumberFormat(t.language)
  if (count <= countMax) return { badge: number.format(count), name: t("notification.open", { count }) }
  const badge = `${number.format(countMax)}+`
  return { badge, name: t("notification.open-many", { count: badge }) }
}
