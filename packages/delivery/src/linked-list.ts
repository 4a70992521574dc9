/** An element of one list at a time: it has its own links. */
export interface Linked<T> {
  previous: T | null
  next: T | null
  isLinked: boolean
}

/** The links of a new element. */
export const unlinked = { previous: null, next: null, isLinked: false } as const

/** Elements in the order in which they were added. */
export interface LinkedList<T> {
  readonly first: () => T | null
  /** Appends an element; one that is in the list moves to the end. */
  readonly append: (element: T) => void
  /** Ignores an element that is not in the list. */
  readonly remove: (element: T) => void
}

/**
 * A queue from whose middle elements leave, thousands in a second. In V8 a `Set` cannot be that: it makes a new table after a
 * few removals, and the table before keeps what it had until a full collection, since it leads to the next one. So the
 * collector copied nearly every delivery into the old generation, with its body.
 */
export const makeLinkedList = <T extends Linked<T>>(): LinkedList<T> => {
  let first: T | null = null
  let last: T | null = null

  const remove = (element: T): void => {
    if (!element.isLinked) return
    const { previous, next } = element
    if (previous === null) first = next
    else previous.next = next
    if (next === null) last = previous
    else next.previous = previous
    // An element that has left must not keep the others from the collector.
    element.previous = null
    element.next = null
    element.isLinked = false
  }

  return {
    first: () => first,
    append: (element) => {
      remove(element)
      element.previous = last
      if (last === null) first = element
      else last.next = element
      last = element
      element.isLinked = true
    },
    remove
  }
}
