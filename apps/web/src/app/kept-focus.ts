/** The place of the focus: its element and that one's ancestors, the nearest first, each with its index among its siblings. */
interface FocusPlace {
  readonly element: Element
  readonly index: number
}

/** Places of a page that take the focus: what Tab reaches, and headings that a script focuses. */
const focusable =
  "a[href], button:not([disabled]), input:not([disabled], [type=file]), textarea, summary, [tabindex]:not([data-focus-scope-start], [data-focus-scope-end])"

const rows = "tr, li, [role=row]"

/** Dialogs and menus give the focus back by themselves, within a frame. */
const graceFrames = 2

/**
 * Keeps the focus of people with a keyboard when the element that has it leaves the page: a row that was deleted, the button of a
 * toast, a button whose step is done. It goes back to where it was before the toast or the dialog; else to what is next in place of
 * the lost element; after a change of the route to the title, as soon as there is one. Without it a screen reader begins at the top.
 */
export const keepFocus = (root: HTMLElement) => {
  let places: ReadonlyArray<FocusPlace> = []
  let last: Element | null = null
  let awaitsTitle = false

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = target
    awaitsTitle = false
    const isPassing = !root.contains(target) || target.closest("[data-toasts]") !== null
    if (!isPassing) places = target.matches(":focus-visible") || target.id !== "" ? placesOf(target, root) : []
  }
  const isLost = () => document.activeElement === document.body && (awaitsTitle || last?.isConnected === false)
  const restore = () => {
    if (!isLost()) return
    const title = document.getElementById("screen-title")
    if (awaitsTitle) title?.focus()
    else findKept(places)?.focus()
  }
  const observer = new MutationObserver(() => {
    if (isLost()) afterFrames(graceFrames, restore)
  })
  document.addEventListener("focusin", note)
  observer.observe(document.body, { childList: true, subtree: true })
  return {
    /** The route has changed: what had the focus counts no more. */
    toTitle: () => {
      places = []
      awaitsTitle = true
      document.getElementById("screen-title")?.focus()
    },
    stop: () => {
      observer.disconnect()
      document.removeEventListener("focusin", note)
    }
  }
}

const afterFrames = (frames: number, run: () => void): void => {
  if (frames === 0) run()
  else requestAnimationFrame(() => afterFrames(frames - 1, run))
}

const placesOf = (target: Element, root: Element): ReadonlyArray<FocusPlace> => {
  const places: Array<FocusPlace> = []
  for (let element: Element | null = target; element !== null && element !== root; element = element.parentElement)
    places.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) })
  return places
}

const findKept = (places: ReadonlyArray<FocusPlace>): HTMLElement | null => {
  const [lost] = places
  if (lost === undefined) return null
  if (lost.element.isConnected) return lost.element as HTMLElement
  const again = lost.element.id === "" ? null : document.getElementById(lost.element.id)
  if (again !== null) return again
  // A grid draws the rows that are seen, and keeps the focus of the others itself.
  if (places.some(({ element }) => element.matches("[role=grid]"))) return null
  for (const [place, { element }] of places.entries()) {
    const index = places[place - 1]?.index
    if (!element.isConnected || index === undefined) continue
    const children = [...element.children]
    const row = children[index] ?? children[index - 1]
    if (row?.matches(rows)) return titleOf(row)
    const next = children.slice(index).flatMap(focusablesOf)[0] ?? children.slice(0, index).flatMap(focusablesOf).at(-1)
    if (next !== undefined) return next
  }
  return document.getElementById("screen-title")
}

/**
 * Finds the start of a row: its link or its field. A button could be the one that has just removed the row before, and a second Enter
 * would press it: the first cell takes the focus instead.
 */
const titleOf = (row: Element): HTMLElement => {
  const title = focusablesOf(row).find((found) => !found.matches("button, [role=button]"))
  if (title !== undefined) return title
  const cell = row.querySelector("th, td, [role=rowheader], [role=gridcell]")
  const place = (cell ?? row) as HTMLElement
  place.tabIndex = -1
  return place
}

const focusablesOf = (element: Element): ReadonlyArray<HTMLElement> =>
  [element, ...element.querySelectorAll(focusable)].filter(
    (found): found is HTMLElement =>
      found instanceof HTMLElement && found.matches(focusable) && found.getClientRects().length > 0
  )
