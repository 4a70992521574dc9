/** Something that has to end in time. */
export interface Deadline {
  /** Time of `performance.now()`. */
  readonly endsAt: number
  readonly expire: () => void
}

/** Deadlines under one timer: a timer of its own for each of thousands of attempts in a second would cost more. */
export const makeDeadlines = () => {
  const pending = new Set<Deadline>()
  let timer: NodeJS.Timeout | undefined
  let expiresAt = Number.POSITIVE_INFINITY

  const arm = (endsAt: number): void => {
    clearTimeout(timer)
    expiresAt = endsAt
    // After a stall of this process, timers come before sockets: a response that has arrived in time is read first.
    if (pending.size > 0) timer = setTimeout(() => setImmediate(expire), Math.max(1, endsAt - performance.now()))
  }

  const expire = (): void => {
    const now = performance.now()
    for (const deadline of [...pending]) {
      if (deadline.endsAt <= now && pending.delete(deadline)) deadline.expire()
    }
    let next = Number.POSITIVE_INFINITY
    for (const { endsAt } of pending) next = Math.min(next, endsAt)
    arm(next)
  }

  return {
    add: (deadline: Deadline): void => {
      pending.add(deadline)
      if (deadline.endsAt < expiresAt) arm(deadline.endsAt)
    },
    remove: (deadline: Deadline): void => {
      pending.delete(deadline)
      // A timer without deadlines would keep the process running.
      if (pending.size === 0) arm(Number.POSITIVE_INFINITY)
    }
  }
}
