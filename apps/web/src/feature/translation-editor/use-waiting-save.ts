import { useEffect } from "react"
import { useLatest } from "../../widget/ui/use-latest.ts"

export interface SaveOptions {
  readonly goesOn: boolean
  readonly isReviewed: boolean
  /** The parts of the editor that judge the text do not come: the server alone judges. */
  readonly isUnjudged?: boolean
}

/** A save waits this long for the parts of the editor that judge the text. */
const judgePatienceMillis = 5_000

/** Saves once the text can be judged, or when that takes too long. */
export const useWaitingSave = (
  waiting: SaveOptions | null,
  isLoading: boolean,
  save: (options: SaveOptions) => void
): void => {
  const latest = useLatest(save)
  useEffect(() => {
    if (waiting === null) return
    if (!isLoading) {
      latest.current(waiting)
      return
    }
    const timer = setTimeout(() => latest.current({ ...waiting, isUnjudged: true }), judgePatienceMillis)
    return () => clearTimeout(timer)
  }, [waiting, isLoading])
}
