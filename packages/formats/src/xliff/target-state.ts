import type { Json } from "@dragoman/domain/error"
import type { ExportedEntry } from "../exported-file.ts"
import type { AddedData } from "../imported-file-builder.ts"

/** Format data of this text: the `state` of its target, and that its unit is approved. Source: docs/formats.md#states-of-texts. */
const stateName = "_xliffState"
const approvedName = "_xliffApproved"

/** The state that a unit gives its target. `state` null = none. */
export interface TargetState {
  readonly state: string | null
  readonly isApproved: boolean
}

/** The text is not translated yet, or a translator has to look at it again. */
export const needsWork = (state: string | null): boolean =>
  state !== null && (state === "new" || state === "initial" || state.startsWith("needs-"))

/** A tool has put the source there: the text is not translated. */
export const isUntouched = (state: string | null, target: string | null, source: string | null): boolean =>
  (state === "new" || state === "initial") && source !== null && target === source

/** Undefined = there is nothing to keep. */
export const dataOfState = ({ state, isApproved }: TargetState): AddedData | undefined =>
  state === null && !isApproved
    ? undefined
    : { textData: { ...(state !== null && { [stateName]: state }), ...(isApproved && { [approvedName]: true }) } }

/**
 * The state that is written: that of the file, as long as it agrees with the project about the text. `outdatedState`: of a
 * text that became outdated in the project.
 */
export const writtenState = (
  { text, isOutdated = false }: Pick<ExportedEntry, "text" | "isOutdated">,
  kept: Readonly<Record<string, Json>>,
  outdatedState: string
): TargetState => {
  const { [stateName]: value, [approvedName]: approved } = kept
  const state = typeof value === "string" && /^[\w-]{1,50}$/.test(value) ? value : null
  if (text === null) return { state: null, isApproved: false }
  if (isOutdated) return { state: needsWork(state) ? state : outdatedState, isApproved: false }
  return { state: needsWork(state) ? null : state, isApproved: approved === true }
}
