// Runs in a page before its own scripts, and takes the times from an event, or from the beginning, until something is painted.

/** Calls `then` once the condition holds in a frame, when that frame is painted. */
const oncePainted = (condition, then) => {
  const look = () => {
    if (!condition()) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => then(performance.now())
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

const gridOf = () => document.querySelector("[role=grid]")

/** Conditions that the benchmark waits for, by name. */
const conditions = {
  rows: () => document.querySelector("[data-key]") !== null,
  /** Rows of another list than the one that is shown now. */
  otherRows: () => {
    const before = gridOf()
    return () => gridOf() !== before && conditions.rows()
  },
  row: (number) => () => document.querySelector(`[aria-rowindex="${number}"] [data-key]`) !== null,
  editor: () => () => document.activeElement?.matches("[data-editor=chips]") === true,
  nextFrame: () => true
}

const isSkeletonAt = (scroller, share) => {
  const { left, top, width, height } = scroller.getBoundingClientRect()
  const row = document.elementFromPoint(left + width / 2, top + height * share)?.closest("[role=row]")
  return row === undefined || row === null || row.querySelector("[aria-busy=true]") !== null
}

globalThis.probe = {
  /** Milliseconds from the beginning of the navigation. */
  rowsShown: new Promise((resolve) => oncePainted(conditions.rows, resolve)),

  /** `answer`: milliseconds from the next event of this type. */
  from: (eventType, name, argument) => {
    probe.answer = new Promise((resolve) => {
      const condition = conditions[name](argument)
      const begin = ({ timeStamp }) => oncePainted(condition, (now) => resolve(now - timeStamp))
      addEventListener(eventType, begin, { capture: true, once: true })
    })
  },

  /** Scrolls by so many pixels in each frame: how long the frames took, and how many showed a row that was not there yet. */
  scroll: (pixels, count) =>
    new Promise((resolve) => {
      const scroller = gridOf().parentElement
      const frames = []
      let skeletons = 0
      let before = null
      const step = (now) => {
        if (before !== null) frames.push(now - before)
        before = now
        if ([0.1, 0.5, 0.9].some((share) => isSkeletonAt(scroller, share))) skeletons++
        const isOver = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
        if (frames.length === count || (isOver && frames.length > 0)) return resolve({ frames, skeletons })
        scroller.scrollTop += pixels
        requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    }),

  scrollTo: (share) => {
    const scroller = gridOf().parentElement
    scroller.scrollTop = scroller.scrollHeight * share
  },

  /** `keys`: milliseconds from each key until its frame is painted. */
  keys: [],
  followKeys: () => {
    probe.keys = []
    const follow = ({ timeStamp }) => oncePainted(conditions.nextFrame, (now) => probe.keys.push(now - timeStamp))
    addEventListener("keydown", follow, { capture: true })
  }
}
